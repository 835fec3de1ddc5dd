import { onTestFinished } from 'vitest'
import { callThrough } from '../../src/client/call-through.ts'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import type { PushTimes } from '../push/push.ts'
import { httpApi } from './http-api.ts'
import { PushService } from './push-service.ts'

type Name = keyof typeof seedPasswords

/** Short times: messages are collected for 30 ms, and tried again after 20. */
const TIMES: PushTimes = { collect: 30, again: 30, reply: 500, pause: () => 20 }

/** A push service that stops when the test ends. */
export async function startPushService(): Promise<PushService> {
  const service = await new PushService().start()
  onTestFinished(() => service.stop())
  return service
}

/** A practice club with a local push service, and calls of its members. */
export async function pushScene(times: Partial<PushTimes> = {}) {
  const service = await startPushService()
  const push = {
    allowsLocal: true,
    contact: 'mailto:club@example.com',
    times: { ...TIMES, ...times },
  }
  const api = await httpApi({ push })
  return { service, api, ...pushCalls(api.send) }
}

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Calls of members of a practice club. */
export function pushCalls(send: Send) {
  const call = callThrough(send)

  async function logIn(username: Name) {
    const body = { username, password: seedPasswords[username] }
    const { data } = await call('POST /api/auth/login', { body })
    return { token: data.encodedToken, userId: data.foundUser._id }
  }

  const request = (method: string, body: object, token?: string) =>
    send('/api/push', {
      method,
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        Origin: 'http://localhost:1',
        ...(token && { authorization: token }),
      },
    })

  return {
    call,
    logIn,
    subscribe: (body: object, token?: string) => request('POST', body, token),
    unsubscribe: (endpoint: string) => request('DELETE', { endpoint }),
    async writePost(token: string, content = 'My new exhaust') {
      // Not the first of all: that can be of a time that was set.
      const options = { body: { content }, token, prefer: 'return=minimal' }
      const { data } = await call('POST /api/posts', options)
      return data.posts[0]?._id ?? ''
    },
    async like(token: string, postId: string) {
      await call('POST /api/posts/like/:postId', { params: { postId }, token })
    },
    async comment(token: string, postId: string, content = 'Nice') {
      const params = { postId }
      await call('POST /api/comments/add/:postId', { params, body: { content }, token })
    },
  }
}
