import { expect, test } from 'vitest'
import { testApi } from './testing/api.ts'

test('a lone surrogate becomes U+FFFD, in texts and in names', async () => {
  const { call } = testApi()
  const body = { username: 'ada \ud83c', password: 'Torque#1', name: '\udfcd' }
  const { data } = await call('POST /api/auth/signup', { body })
  expect(data.createdUser).toMatchObject({ username: 'ada \ufffd', firstName: '\ufffd' })
  const params = { username: data.createdUser.username }
  expect((await call('GET /api/posts/user/:username', { params })).status).toBe(200)
})

test('whole emoji and text that looks like an escape are unchanged', async () => {
  const { logIn, writePost } = testApi()
  const { token } = await logIn()
  for (const text of ['🏍️', '\\ud83c', 'é\0']) {
    expect((await writePost(token, text)).content).toBe(text)
  }
})

test('a body that nests too deep to be stored is refused with 400', async () => {
  const { call, logIn } = testApi()
  const { token } = await logIn()
  const edit = (depth: number) =>
    call('POST /api/users/edit', {
      text: `{"userData":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`,
      token,
    })
  expect((await edit(90)).status).toBe(201)
  for (const depth of [100, 20_000]) {
    const error = ['body: must not nest deeper than 100 levels']
    expect(await edit(depth)).toMatchObject({ status: 400, data: { error } })
  }
})
