import { expect, onTestFinished, test } from 'vitest'
import { callNames, prepareExample } from '../mocks/testing/examples.ts'
import { requestsWithoutWrite } from '../mocks/testing/methods.ts'
import { valuesUnder } from '../mocks/testing/stores.ts'
import { sqliteStore } from './adapters/sqlite.ts'
import { club } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

async function dataIn(file: string): Promise<unknown[]> {
  const store = sqliteStore(file)
  const data = await valuesUnder(store)
  store.close()
  return data
}

test('at a club, no request without a declared write changes anything, and none is a 500', async () => {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  // Each start notes its address, which has another port.
  const options = { data, origin: ['http://garage.test'] }
  const first = await club({ ...options, account: 'anna' })
  const body = { username: 'anna', password: first.password }
  const { foundUser, encodedToken } = await (await first.post('/api/auth/login', body)).json()
  const post = await first.post(
    '/api/posts',
    { content: 'Here' },
    { authorization: encodedToken, Prefer: 'return=minimal' },
  )
  const [{ _id: postId }] = (await post.json()).posts
  await first.close()
  const before = await dataIn(data)

  const { send, close } = await club(options)
  const params = { postId, commentId: postId, id: foundUser._id, username: 'anna' }
  for (const name of callNames) {
    const { options: example } = await prepareExample(name)
    const known = { ...example, params, token: encodedToken }
    for (const { path, ...init } of requestsWithoutWrite(name, known as never)) {
      const { status } = await send(path, init)
      expect(status, `${init.method} ${path}`).toBeLessThan(500)
    }
  }
  await close()
  expect(await dataIn(data)).toEqual(before)
}, 30_000)
