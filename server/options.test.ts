import { expect, test } from 'vitest'
import { clubOptions } from './options.ts'
import { QUOTAS } from './quotas.ts'

test('without options the club listens on this machine only, without controls', () => {
  expect(clubOptions([])).toEqual({
    host: 'localhost',
    port: 8080,
    data: 'club.db',
    origin: [],
    controls: false,
    trustProxy: false,
    apiOnly: false,
    quotas: QUOTAS,
  })
})

test('options are parsed, and --origin may be repeated', () => {
  const args = [
    '--port',
    '0',
    '--origin',
    'https://a.test',
    '--origin=https://b.test',
    '--controls',
  ]
  expect(clubOptions(args)).toMatchObject({
    port: 0,
    origin: ['https://a.test', 'https://b.test'],
    controls: true,
  })
  const quotas = ['--writes-per-minute', '5', '--all-megabytes-per-hour', '9']
  expect(clubOptions([...quotas, '--people-per-address', '300'])).toMatchObject({
    quotas: { ...QUOTAS, writesPerMinute: 5, allMegabytesPerHour: 9 },
    peoplePerAddress: 300,
  })
  expect(clubOptions(['--image-host', 'https://a.test/'])).toMatchObject({
    imageHost: 'https://a.test/',
  })
})

test.each([
  [['--port', 'high']],
  [['--port', '70000']],
  [['--speed']],
  [['extra']],
  [['--cert', 'cert.pem']],
  [['--cert', 'none.pem', '--key', 'none.pem']],
  [['--image-host', 'pictures.test']],
  [['--image-host', 'ftp://pictures.test/']],
  [['--image-host', '']],
  [['--writes-per-minute', '0']],
  [['--people-per-address', 'all']],
])('the options %j are rejected', (args) => expect(() => clubOptions(args)).toThrow())
