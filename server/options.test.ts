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
    membersOnly: false,
    signUp: 'open',
    trustProxy: false,
    apiOnly: false,
    quotas: QUOTAS,
    push: { allowsLocal: false },
  })
})

test('options are parsed, and --origin may be repeated', () => {
  const port = ['--port', '0']
  const origins = ['--origin', 'https://a.test', '--origin=https://b.test']
  expect(clubOptions([...port, ...origins, '--controls'])).toMatchObject({
    port: 0,
    origin: ['https://a.test', 'https://b.test'],
    controls: true,
  })
})

test('an --origin may have a slash at its end, capitals and the usual port', () => {
  const origins = [
    'https://Club.Example.com/',
    'HTTP://club.test:80',
    'https://club.test:8443',
    '*',
  ]
  expect(clubOptions(origins.flatMap((one) => ['--origin', one])).origin).toEqual([
    ...['https://club.example.com', 'http://club.test', 'https://club.test:8443', '*'],
  ])
})

test('operators of push services reach the club at its https origin, or at the address that is set', () => {
  const origins = ['--origin', 'http://a.test', '--origin', 'https://b.test']
  expect(clubOptions(origins).push).toMatchObject({ contact: 'https://b.test' })
  const contact = 'mailto:club@example.com'
  expect(clubOptions([...origins, '--push-contact', contact]).push).toMatchObject({ contact })
})

test('limits that are set replace the usual ones, the others stay', () => {
  const quotas = ['--writes-per-minute', '5', '--all-megabytes-per-hour', '9']
  expect(clubOptions([...quotas, '--people-per-address', '300'])).toMatchObject({
    quotas: { ...QUOTAS, writesPerMinute: 5, allMegabytesPerHour: 9 },
    peoplePerAddress: 300,
  })
})

test('a club can be for members only, who need an invitation', () => {
  const options = ['--members-only', '--sign-up', 'invited', '--contact', ' anna@example.org ']
  expect(clubOptions(options)).toMatchObject({
    membersOnly: true,
    signUp: 'invited',
    contact: 'anna@example.org',
  })
})

test('an image host with an https address is accepted', () => {
  const imageHost = 'https://a.test/'
  expect(clubOptions(['--image-host', imageHost])).toMatchObject({ imageHost })
})

test.each([
  [['--port', 'high'], '--port takes a number from 0 to 65535, not high'],
  [['--port', '70000'], '--port takes a number from 0 to 65535, not 70000'],
  [['--speed'], "Unknown option '--speed'"],
  [['extra'], "Unexpected argument 'extra'"],
  [['--cert', 'cert.pem'], '--cert and --key belong together'],
  ...[
    'club.example.com',
    'https://club.test/app',
    'https://a.test,https://b.test',
    'ftp://club.test',
    'null',
    '',
  ].map((one): [string[], string] => [
    ['--origin', one],
    `--origin takes an address such as https://club.example.com, not ${one}`,
  ]),
  [['--image-host', 'pictures.test'], 'Invalid URL'],
  [['--image-host', 'ftp://pictures.test/'], 'takes an http(s) address, not ftp://pictures.test/'],
  [['--image-host', ''], '--image-host takes an http(s) address'],
  [['--sign-up', 'free'], '--sign-up takes open, invited, closed, not free'],
  [['--members-only', '--controls'], 'so --members-only excludes them'],
  [['--control-key', 'key'], '--control-key needs --controls'],
  [['--push-contact', 'me'], '--push-contact takes a mailto: or https: address, not me'],
  [['--writes-per-minute', '0'], '--writes-per-minute takes a whole number from 1, not 0'],
  [['--people-per-address', 'all'], '--people-per-address takes a whole number from 1, not all'],
])('the options %j are rejected', (args, message) =>
  expect(() => clubOptions(args)).toThrow(message),
)

test.each(['--control-key', '--metrics-token', '--cert'])(
  '%s with a text in place of a file says that it takes a file, and does not show the text',
  (option) => {
    const args = [option, 'secret-that-is-typed', '--key', 'key.pem', '--controls']
    const read = () => clubOptions(option === '--cert' ? args : args.toSpliced(2, 2))
    expect(read).toThrow(
      `${option} takes the name of a file, and that file cannot be read (ENOENT).`,
    )
  },
)
