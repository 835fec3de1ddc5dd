import { expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls.ts'
import { callNames, prepare } from '../examples.ts'
import { contentsOf } from '../stores.ts'
import { wrongBodies } from '../wrong-bodies.ts'

const authCallNames = callNames.filter((name) => 'auth' in calls[name])
const formCallNames = callNames.filter((name) => 'form' in calls[name])
const bodyCallNames = callNames.filter((name) => 'body' in calls[name] && !('form' in calls[name]))
const pathParams = callNames.flatMap((name) =>
  [...name.matchAll(/:(\w+)/g)].map(([, param = '']) => ({ name, param })),
)

const texts: Record<string, string> = {
  uploads: 'There is no such picture. It may have been deleted.',
  id: 'There is no such user.',
  username: 'There is no such user.',
  postId: 'There is no such post. It may have been deleted.',
  commentId: 'There is no such comment. It may have been deleted.',
}
const unknownIds = ['nobody', '0', '999', '__proto__', '019a0000-0000-7001-8000-0000000fffff', '%']

test.each(authCallNames)('%s refuses a visitor without a good token', async (name) => {
  const { ask, store } = await prepare(name)
  const before = await contentsOf(store)
  for (const token of [undefined, 'nonsense', 'Bearer ']) {
    const { status, error } = await ask({ token })
    expect(status).toBe(404)
    expect(error).toEqual(['The username you entered is not Registered. Not Found error'])
  }
  expect(await contentsOf(store)).toEqual(before)
})

test.each(pathParams)('$name refuses a $param that is unknown', async ({ name, param }) => {
  const { ask, options, store } = await prepare(name)
  const before = await contentsOf(store)
  for (const unknown of unknownIds) {
    const params = { ...options.params, [param]: unknown } as typeof options.params
    const { status, error } = await ask({ params })
    const what = name.includes('/uploads/') ? 'uploads' : param
    expect([status, error]).toEqual([404, [texts[what]]])
  }
  expect(await contentsOf(store)).toEqual(before)
})

test.each(bodyCallNames)('%s refuses a body that is no JSON', async (name) => {
  const { ask, store } = await prepare(name)
  const before = await contentsOf(store)
  for (const text of ['{', 'username=guest', '']) {
    const { status, error } = await ask({ text })
    expect([status, error]).toEqual([400, ['The body is not valid JSON.']])
  }
  expect(await contentsOf(store)).toEqual(before)
})

test.each(formCallNames)('%s refuses what is no form, or has no file', async (name) => {
  const { ask, store } = await prepare(name)
  const before = await contentsOf(store)
  const bodies = (wrongBodies[name] ?? []).map(([, body]) => ({ body: body as never }))
  for (const wrong of [{ text: '{}' }, { text: '' }, ...bodies]) {
    const { status, error } = await ask(wrong)
    expect([status, error]).toEqual([400, [expect.stringMatching(/^file: Invalid/)]])
  }
  expect(await contentsOf(store)).toEqual(before)
})

const wrongShapes = bodyCallNames.flatMap((name) =>
  (wrongBodies[name] ?? []).map(([field, body]) => [name, field, body] as const),
)

test.each(wrongShapes)('%s names %s when its shape is wrong in %j', async (name, field, body) => {
  const { ask, store } = await prepare(name)
  const before = await contentsOf(store)
  const { status, error } = await ask({ text: JSON.stringify(body) })
  expect(status).toBe(400)
  expect(error).toHaveLength(1)
  expect(error[0]).toMatch(new RegExp(`^${field}: .`))
  expect(await contentsOf(store)).toEqual(before)
})

test('every call that takes a body is tried with a wrong shape', () => {
  expect(new Set(wrongShapes.map(([name]) => name))).toEqual(new Set(bodyCallNames))
})
