import { expect, test } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/calls.ts'
import { caseOf } from './cases/cases.ts'
import { call } from './client.ts'
import { scene } from './scene.ts'
import { callable } from './server.ts'

// client.ts checks the rules for every reply.
test.each(callable)(
  '%s returns the status and exactly the shape of the contract (R12.1, R12.21)',
  async (name) => {
    const options = await caseOf(name).succeeds(await scene())
    const { status, error } = await call(name, options)
    expect(error).toBeUndefined()
    expect(status).toBe(calls[name].status)
  },
)

const ofViewer = callable.filter((name) => (calls[name] as Call).auth)

test.each(ofViewer)('%s accepts the token with the prefix Bearer too (R12.7)', async (name) => {
  const { token, ...options } = await caseOf(name).succeeds(await scene())
  const { status } = await call(name, { ...options, token: `Bearer ${token}` })
  expect(status).toBe(calls[name].status)
})

const onPostOrUser = callable.filter((name) => /:/.test(name) && !/uploads|username/.test(name))

test.each(onPostOrUser)('%s accepts an id instead of an _id (R12.11)', async (name) => {
  const world = await scene()
  const { params, ...options } = await caseOf(name).succeeds(world)
  const { post, comment, author } = world
  const ids = { postId: post.id, commentId: comment.id, id: author.user.id }
  const { status } = await call(name, { ...options, params: { ...params, ...ids } as never })
  expect(status).toBe(calls[name].status)
})
