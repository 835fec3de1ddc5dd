import {
  type Body,
  type CallName,
  calls,
  type Params,
  type Reply,
} from '../../src/contract/calls.ts'
import { TAB_HEADER } from '../../src/contract/changes.ts'
import { guest } from '../../src/contract/guest.ts'
import { UPLOADS } from '../../src/contract/uploads.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { Host } from '../host.ts'
import { KEY_HEADER } from '../server/once.ts'
import { createServer } from '../server/server.ts'
import { memoryStore } from '../store/memory-store.ts'
import type { Store } from '../store/store.ts'
import { picture } from './picture.ts'

export type Options<Name extends CallName> = {
  params?: Params<Name>
  /** What stands behind the path: `'?limit=2'`. */
  query?: string
  body?: Body<Name>
  /** A body as it goes over the wire, for what `body` would not let pass. */
  text?: string
  token?: string
  prefer?: string
  /** The tab that asks. */
  tab?: string
  /** Names a write that is to be done once. */
  key?: string
}

/** An answer: the body is typed as the success reply; a refusal's is read with `error`. */
export type Answer<Name extends CallName> = {
  status: number
  headers: Headers
  data: Reply<Name>
  error: string[]
}

/** The mock API over a fresh store, without a delay, called as the app calls it. */
export function testApi(store: Store = memoryStore(), host: Host = {}) {
  const database: Database = openDatabase(store)
  const describe = async () => ({ openapi: '3.1.0', made: 'by the tests' })
  const serve = createServer({ database, delayMs: 0, describe, ...host })
  const send = (path: string, init?: RequestInit) =>
    serve(new Request(new URL(path, 'http://gearheads.test'), init))

  async function call<Name extends CallName>(
    name: Name,
    { params, query = '', body, text, token, prefer, tab, key }: Options<Name> = {},
  ): Promise<Answer<Name>> {
    const [method, pattern = ''] = name.split(' ')
    const values = (params ?? {}) as Record<string, string>
    const path = pattern.replace(/:(\w+)/g, (_, key) => encodeURIComponent(values[key] ?? ''))
    const headers = new Headers()
    if (token) headers.set('authorization', token)
    if (tab) headers.set(TAB_HEADER, tab)
    if (prefer) headers.set('Prefer', prefer)
    if (key) headers.set(KEY_HEADER, key)
    const sent = text ?? (body && ('form' in calls[name] ? formOf(body) : JSON.stringify(body)))
    const response = await send(path + query, { method, headers, body: sent })
    const isJson = response.headers.get('Content-Type')?.includes('json')
    const data = isJson ? await response.json() : await response.blob()
    return { status: response.status, headers: response.headers, data, error: data.error }
  }

  /** Create an account and give its user and token. */
  async function signUp(username: string) {
    const body = { username, password: 'Torque#1', name: `${username} Driver` }
    const { data } = await call('POST /api/auth/signup', { body })
    return { user: data.createdUser, token: data.encodedToken }
  }

  async function logIn(credentials: { username: string; password: string } = guest) {
    const { data } = await call('POST /api/auth/login', { body: credentials })
    return { user: data.foundUser, token: data.encodedToken }
  }

  /** Write a post as the token's user and give it. */
  async function writePost(token: string, content: string) {
    const { data } = await call('POST /api/posts', { body: { content }, token })
    const [post] = data.posts
    if (!post) throw new Error('The new post is missing')
    return post
  }

  /** Comment as the token's user and give the comment. */
  async function writeComment(token: string, postId: string, content: string) {
    const options = { params: { postId }, body: { content }, token }
    const { data } = await call('POST /api/comments/add/:postId', options)
    const [comment] = data.comments
    if (!comment) throw new Error('The new comment is missing')
    return comment
  }

  /** Keep a picture as the token's user and give its id. */
  async function upload(token: string, file: Blob = picture()) {
    const { data } = await call('POST /api/uploads', { body: { file }, token })
    return { _id: data.secure_url.slice(UPLOADS.length), url: data.secure_url }
  }

  async function readUser(id: string) {
    return (await call('GET /api/users/:id', { params: { id } })).data.user
  }

  async function readPost(postId: string) {
    return (await call('GET /api/posts/:postId', { params: { postId } })).data.post
  }

  const ways = { signUp, logIn, writePost, writeComment, upload, readUser, readPost }
  return { call, send, ...ways, database }
}

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
