import { expect, test } from 'vitest'
import { type CallName, calls } from '../../../src/contract/calls.ts'
import { callNames, prepare } from '../examples.ts'
import { contentsOf } from '../stores.ts'

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
  const bodies = [{ cloud_name: 'garage' }, { file: 'ride.png' }] as never[]
  for (const wrong of [{ text: '{}' }, { text: '' }, ...bodies.map((body) => ({ body }))]) {
    const { status, error } = await ask(wrong)
    expect([status, error]).toEqual([400, [expect.stringMatching(/^file: Invalid/)]])
  }
  expect(await contentsOf(store)).toEqual(before)
})

const wrongShapes: [CallName, field: string, body: unknown][] = [
  ['POST /api/auth/login', 'username', { password: 'Torque#1' }],
  ['POST /api/auth/login', 'password', { username: 'guest', password: 7 }],
  ['POST /api/auth/login', 'body', null],
  ['POST /api/auth/signup', 'username', { username: '', password: 'Torque#1', name: 'Ada' }],
  ['POST /api/auth/signup', 'username', { username: ['x'], password: 'Torque#1', name: 'Ada' }],
  ['POST /api/auth/signup', 'password', { username: 'x', password: '', name: 'Ada' }],
  ['POST /api/auth/signup', 'name', { username: 'x', password: 'Torque#1' }],
  ['POST /api/auth/signup', 'bio', { username: 'x', password: 'Torque#1', name: 'X', bio: 1 }],
  ['POST /api/auth/verify', 'encodedToken', {}],
  ['POST /api/users/edit', 'userData', {}],
  ['POST /api/users/edit', 'userData', { userData: 'bio' }],
  ['POST /api/users/edit', 'userData.username', { userData: { username: '' } }],
  ['POST /api/users/edit', 'userData.password', { userData: { password: 1234567 } }],
  ['POST /api/users/edit', 'userData.bio', { userData: { bio: null } }],
  ['POST /api/users/edit', 'userData.profilePhoto', { userData: { profilePhoto: '/me.webp' } }],
  [
    'POST /api/users/edit',
    'userData.profilePhoto.chosen',
    { userData: { profilePhoto: { chosen: 5 } } },
  ],
  [
    'POST /api/users/edit',
    'userData.coverPhoto.chosen',
    { userData: { coverPhoto: { chosen: 'javascript:alert(1)' } } },
  ],
  [
    'POST /api/auth/signup',
    'profilePhoto.default',
    {
      username: 'x',
      password: 'Torque#1',
      name: 'X',
      profilePhoto: { default: 'data:text/html,' },
    },
  ],
  ['POST /api/users/edit', 'userData.name', { userData: { name: 42 } }],
  ['POST /api/users/edit', 'userData', { userData: ['a'] }],
  ['POST /api/posts', 'content', {}],
  ['POST /api/posts', 'body', 'Just text'],
  ['POST /api/posts', 'imageUrl', { content: 'Hi', imageUrl: 5 }],
  ['POST /api/posts', 'imageUrl', { content: 'Hi', imageUrl: 'javascript:alert(1)' }],
  ['POST /api/posts', 'imageUrl', { content: 'Hi', imageUrl: 'data:image/png;base64,AAAA' }],
  ['POST /api/posts/edit/:postId', 'content', { content: null }],
  ['POST /api/comments/add/:postId', 'content', []],
  ['POST /api/comments/add/:postId', 'imageUrl', { content: 'Hi', imageUrl: '//elsewhere.test' }],
  ['POST /api/comments/edit/:postId/:commentId', 'content', { content: { text: 'Hi' } }],
  ['POST /api/mock/settings', 'delay', { delay: '400' }],
  ['POST /api/mock/reset', 'seed', {}],
  ['POST /api/mock/snapshot', 'version', {}],
  ['POST /api/uploads/:id/moved', 'secure_url', { secure_url: '/api/uploads/1' }],
]

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
