import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls.ts'
import { seedUsers } from '../../data/seed/users.ts'
import { callNames, prepare } from '../examples.ts'
import { contentsOf } from '../stores.ts'

test.each(callNames)(
  '%s answers its status and exactly the shape of the contract',
  async (name) => {
    const { ask } = await prepare(name)
    const { status, headers, data } = await ask()
    expect(status).toBe(calls[name].status)
    const isData = !('binary' in calls[name])
    expect(headers.get('Content-Type')).toContain(isData ? 'application/json' : 'image/webp')
    const { issues, output } = safeParse(calls[name].reply, data)
    expect(issues).toBeUndefined()
    // Parsing leaves out what the schema does not name: equal means that nothing else was answered.
    expect(output).toEqual(data)
  },
)

// A snapshot is to be put back with all that was stored: mocks/handlers/controls-snapshot.test.ts.
const forPeople = callNames.filter((name) => name !== 'GET /api/mock/snapshot')

test.each(forPeople)('%s answers no password and no hash of one', async (name) => {
  const { ask, store } = await prepare(name)
  const hashes = JSON.stringify(await contentsOf(store)).match(/pbkdf2\$[^"]+/g) ?? []
  expect(hashes).toHaveLength(1)
  const reply = JSON.stringify((await ask()).data)
  const secrets = [...seedUsers.map((user) => user.password), 'Torque#1', 'Torque#2', ...hashes]
  for (const secret of secrets) expect(reply).not.toContain(secret)
  expect(reply).not.toMatch(/password|pbkdf2/i)
})

test.each(callNames.filter((name) => name.includes('/:')))(
  '%s takes an id in place of a _id',
  async (name) => {
    const { ask, post, comment, ada, upload } = await prepare(name)
    expect([post.id, comment.id, ada.user.id]).toEqual(['6', '2', '6'])
    const { id } = name.includes('/uploads/') ? upload : ada.user
    const params = { postId: post.id, commentId: comment.id, id, username: 'guest' }
    const { status, data } = await ask({ params })
    expect(status).toBe(calls[name].status)
    expect(data).toEqual(safeParse(calls[name].reply, data).output)
  },
)

test.each(callNames.filter((name) => name.startsWith('GET') || 'safe' in calls[name]))(
  '%s changes nothing',
  async (name) => {
    const { ask, store } = await prepare(name)
    const before = await contentsOf(store)
    await ask()
    expect(await contentsOf(store)).toEqual(before)
  },
)

test.each(callNames)('%s is never kept by a cache, but for files', async (name) => {
  const { ask } = await prepare(name)
  const expected = 'binary' in calls[name] ? 'public, max-age=31536000, immutable' : 'no-store'
  expect((await ask()).headers.get('Cache-Control')).toBe(expected)
})
