import { writeFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { dataAddress, redactSecrets, showsPassword } from './data-address.ts'
import { newFolder, runApi } from './testing/run-api.ts'

test.each([
  ['postgres://club:hunter2@database/club', 'postgres://club:***@database/club'],
  ['postgresql://:hunter2@[::1]:5432/club', 'postgresql://:***@[::1]:5432/club'],
  ['POSTGRES://club:hun@ter/2@database/club', 'POSTGRES://club:***@database/club'],
  ['no reply from postgres://a:hunter2@b/c, sorry', 'no reply from postgres://a:***@b/c, sorry'],
  ['postgres:///club?user=a&password=hunter2&ssl=1', 'postgres:///club?user=a&password=***&ssl=1'],
  ['postgres://club@database/club', 'postgres://club@database/club'],
  ['postgres://club:hunter2@one:5432,two:5433/club', 'postgres://club:***@one:5432,two:5433/club'],
  ['postgres://club@one:5432,[::1]:5433/club', 'postgres://club@one:5432,[::1]:5433/club'],
  ['postgresq://club:hunter2@database/club', 'postgresq://club:***@database/club'],
  ['postgres//club:hunter2@database/club', 'postgres//club:***@database/club'],
  ['club.db', 'club.db'],
])('%s is printed as %s', (text, printed) => {
  expect(redactSecrets(text)).toBe(printed)
  expect(showsPassword(['--data', text])).toBe(text.includes('hunter2') || /hun@/.test(text))
})

test('the data come from --data, from a file, or from the environment', () => {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  writeFileSync(data, ' postgres://club:hunter2@database/club\n')
  const env = { CLUB_DATA: 'other.db' }
  expect(dataAddress({ data: 'club.db' }, env)).toBe('club.db')
  expect(dataAddress({}, env)).toBe('other.db')
  expect(dataAddress({ 'data-file': data }, env)).toBe('postgres://club:hunter2@database/club')
  expect(dataAddress({}, {})).toBeUndefined()
  expect(() => dataAddress({ data, 'data-file': data }, {})).toThrow('exclude')
})

test.each([
  'postgresq://club:hunter2@database/club',
  'postgres//club:hunter2@database/club',
  'postgres://club:hunter2@one:5432,two:54a2/club',
  'postgres://club:hunter2@one:99999/club',
  'postgres://club:100%@one/club',
  'postgres://club:a/b@one/club',
  'postgres://club:a#b@one:5432/club',
  'postgres://club:a?b@one/club',
  'https://database/club',
])('an address with a mistake is refused, and not taken for a file: %s', (data) => {
  expect(() => dataAddress({ data }, {})).toThrow('The data are a file, or postgres://user:')
})

test.each(['', ' \n'])('an empty name of the data is refused: %j', (data) => {
  expect(() => dataAddress({}, { CLUB_DATA: data })).toThrow(
    'CLUB_DATA, --data or --data-file is empty',
  )
})

test.each([
  ':memory:',
  'data//club.db',
  '/srv/anna@home/club.db',
  'postgres://club@/club',
  'postgres:///club?host=/var/run/postgresql',
  'postgres://club:a%40b@one:5432,[::1]:5433/club?sslmode=require',
])('%s is an address of data', (data) => {
  expect(dataAddress({ data }, {})).toBe(data)
})

test('neither the start nor a failure prints a password', async () => {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const api = await runApi(`${data}?password=hunter2`)
  await api.end()
  expect(api.printed()).toContain('?password=***')
  expect(api.printed()).toContain('everyone on this machine can read')
  expect(api.printed()).not.toContain('hunter2')
  const failed = await runApi(data, 'postgres://club:hunter2@localhost/club').catch(String)
  expect(failed).toContain('postgres://club:***@localhost/club')
  expect(failed).not.toContain('hunter2')
}, 30_000)
