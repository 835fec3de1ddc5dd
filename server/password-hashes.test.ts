import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../mocks/database.ts'
import { openStore } from './adapters/open-store.ts'
import { clubOptions } from './options.ts'
import { startClub } from './start.ts'
import { club } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

const ADA = { username: 'ada', password: 'Torque#1' }

async function storedPassword(data: string) {
  const { store, close } = await openStore(data)
  const [user] = await openDatabase(store).read((tx) => tx.list('users'))
  await close()
  return user?.password ?? ''
}

/** Serves the same data with hashes of some iterations, and reads the stored password afterwards. */
function keptClub() {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const serve = async (
    iterations: number | undefined,
    use: (post: Awaited<ReturnType<typeof club>>['post']) => Promise<unknown>,
  ) => {
    const { post, close } = await club({ data, iterations })
    await use(post)
    await close()
    return storedPassword(data)
  }
  return serve
}

test('a log-in with the right password renews an older hash, once, and the wrong one does not (R3.17)', async () => {
  const serve = keptClub()
  const logIn = async (post: Awaited<ReturnType<typeof club>>['post'], password: string) =>
    (await post('/api/auth/login', { ...ADA, password })).status
  const first = await serve(1000, (post) => post('/api/auth/signup', { ...ADA, name: 'Ada' }))
  expect(first).toMatch(/^pbkdf2\$1000\$/)
  const refused = await serve(2000, async (post) => expect(await logIn(post, 'no')).toBe(401))
  expect(refused).toBe(first)
  // Each of several at the same time succeeds.
  const renewed = await serve(2000, async (post) => {
    const all = [1, 2, 3].map(() => logIn(post, ADA.password))
    expect(await Promise.all(all)).toEqual([200, 200, 200])
  })
  expect(renewed).toMatch(/^pbkdf2\$2000\$/)
  const again = await serve(2000, async (post) => expect(await logIn(post, ADA.password)).toBe(200))
  expect(again).toBe(renewed)
})

test('a club hashes with 600,000 iterations (R3.17)', async () => {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const options = clubOptions(['--api-only', '--port', '0', '--data', data, '--account', 'ada'])
  const { close, created } = await startClub(options)
  await close()
  expect(created?.account).toBe('ada')
  expect(await storedPassword(data)).toMatch(/^pbkdf2\$600000\$[\w-]{22}\$[\w-]{43}$/)
})
