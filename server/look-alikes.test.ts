import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../mocks/database.ts'
import type { Transaction } from '../mocks/store/transaction.ts'
import { openStore } from './adapters/open-store.ts'
import { club } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

const PASSWORD = 'Torque#1'

/** Changes the data of a club that is closed. */
async function edit(data: string, change: (tx: Transaction) => Promise<void>) {
  const { store, close } = await openStore(data)
  await openDatabase(store).write(change)
  await close()
}

/** As a version of the club did that kept no skeletons. */
async function renameAsBefore(tx: Transaction, from: string, to: string) {
  const [user] = await tx.listBy('users', 'username', from)
  if (user) await tx.put('users', { ...user, username: to })
}

async function openClub(changed: Parameters<typeof club>[0] = {}) {
  const api = await club(changed)
  const signUp = async (username: string) => {
    const body = { username, password: PASSWORD, name: 'Rider' }
    const response = await api.post('/api/auth/signup', body)
    const { error = [], encodedToken } = await response.json()
    return { status: response.status, text: String(error[0]), encodedToken: String(encodedToken) }
  }
  const rename = async (authorization: string, username: string) => {
    const body = { userData: { username } }
    return (await api.post('/api/users/edit', body, { authorization })).status
  }
  return { ...api, signUp, rename }
}

test.each([
  // Cyrillic.
  ['copac', 'сорас'],
  ['PACE', 'РАСЕ'],
  // Greek, and in capitals.
  ['ZETA', 'ΖΕΤΑ'],
  // The same script: openstreetmap/openstreetmap-website#3919.
  ['limes11', 'Iimes11'],
  ['marco', 'marc0'],
  ['darn', 'dam'],
  // With a sound mark of its own: superseriousbusiness/gotosocial#1813.
  ['ふたば', 'ふたは゛'],
  // In capitals only.
  ['tom', 'ТОМ'],
  ['mako2', 'МАКО2'],
  ['toto', 'тото'],
  ['MOT', 'мот'],
  ['MAKO', 'мако'],
  // Digits of another script.
  ['bike0', 'bike०'],
  // Several spaces are shown as one.
  ['anna lee', 'anna  lee'],
  ['anna lee', 'anna \u00a0\u2003lee'],
  // Signs that are not shown: of formats, a filler, a note without a head, a joiner, and blanks.
  ['mika', 'mi\u{13431}ka'],
  ['mika', 'mika\u{1343f}'],
  ['mika', 'mi\u{16fe4}ka'],
  ['mika', 'mi\u{1d159}ka'],
  ['mika', 'mi\u{1107f}ka'],
  ['anna lee', 'anna\u{13441}\u{13442}lee'],
])('%s is taken when another member is called %s (R3.33)', async (first, second) => {
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const { signUp } = await openClub()
    expect((await signUp(one)).status).toBe(201)
    const { status, text } = await signUp(other)
    expect([status, text.slice(0, 27)]).toEqual([422, 'This username looks like th'])
  }
})

test.each([
  'pаul', // A Cyrillic а: element-hq/element-web#5826.
  'thᎥbaudcolas', // A Cherokee letter: wagtail/wagtail#14329.
  'Μike Smith', // A Greek Μ.
  'ivanz2026иван',
])(
  'letters of several scripts in a word are refused, before the name of anybody is there: %s',
  async (name) => {
    const { signUp } = await openClub()
    const { status, text } = await signUp(name)
    expect([status, text]).toEqual([422, expect.stringContaining('Write each word in one script.')])
  },
)

test('names in any one script are free, and those that people write together', async () => {
  const { signUp } = await openClub()
  const names = [
    'Анна Ivan',
    'Иван2000',
    'Ελένη',
    'ふたば',
    'ミカ',
    '美咲ちゃん',
    'Tokyo東京ライダー',
    'SeoulBike서울',
    'محمد_7',
    'नीता',
    'สมชาย',
    'ᏣᎳᎩ',
    'Zoë',
    'anna@example.org',
    'rider-1',
    'rider-2',
    'mail',
    'mall',
    '🚗 V8',
    'İpek',
  ]
  for (const name of names) expect([name, (await signUp(name)).status]).toEqual([name, 201])
})

test('a name is free again after its owner has another one, who may always write it otherwise', async () => {
  const { signUp, rename } = await openClub()
  const anna = await signUp('copac')
  const ben = await signUp('ben')
  expect(await rename(ben.encodedToken, 'сорас')).toBe(422)
  expect(await rename(anna.encodedToken, 'Copac')).toBe(201)
  expect(await rename(anna.encodedToken, 'anna')).toBe(201)
  expect(await rename(ben.encodedToken, 'сорас')).toBe(201)
  expect(await rename(anna.encodedToken, 'copac')).toBe(422)
})

test('of two who sign up at the same time with names that look alike, one does', async () => {
  const { signUp } = await openClub()
  const all = await Promise.all([signUp('copac'), signUp('сорас')])
  expect(all.map(({ status }) => status).sort()).toEqual([201, 422])
})

test('names of earlier versions stay, can log in and change the rest of their profile, and keep others away', async () => {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const first = await openClub({ data })
  await first.signUp('copac')
  await first.signUp('other')
  await first.close()
  await edit(data, async (tx) => {
    await renameAsBefore(tx, 'other', 'сорас')
    tx.entries.clear(['skeletons/', 'meta/skeletons'])
  })
  const second = await openClub({ data })
  const logIn = await second.post('/api/auth/login', { username: 'сорас', password: PASSWORD })
  const { encodedToken } = await logIn.json()
  expect(logIn.status).toBe(200)
  const profile = { userData: { username: 'сорас', bio: 'Still here' } }
  const headers = { authorization: encodedToken }
  expect((await second.post('/api/users/edit', profile, headers)).status).toBe(201)
  expect((await second.signUp('c0pac')).status).toBe(422)
})

test('a name that was taken at a process of an older version keeps others away after the next start', async () => {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const first = await openClub({ data })
  for (const name of ['anna', 'ben']) await first.signUp(name)
  await first.close()
  await edit(data, (tx) => renameAsBefore(tx, 'ben', 'copac'))
  const second = await openClub({ data })
  expect((await second.signUp('сорас')).status).toBe(422)
})
