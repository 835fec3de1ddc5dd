import { expect, test } from 'vitest'
import { apiOptions } from './options.ts'

test('without options the API listens on this machine only', () => {
  expect(apiOptions([])).toEqual({ host: 'localhost', port: 4180, data: 'data/api.db', origin: [] })
})

test('options are parsed, and --origin may be repeated', () => {
  const args = ['--port', '0', '--origin', 'https://a.test', '--origin=https://b.test']
  expect(apiOptions(args)).toMatchObject({ port: 0, origin: ['https://a.test', 'https://b.test'] })
  expect(apiOptions(['--image-host', 'https://a.test/'])).toMatchObject({
    imageHost: 'https://a.test/',
  })
})

test.each([
  [['--port', 'high']],
  [['--port', '70000']],
  [['--speed']],
  [['extra']],
  [['--image-host', 'pictures.test']],
  [['--image-host', 'ftp://pictures.test/']],
  [['--image-host', '']],
])('the options %j are rejected', (args) => expect(() => apiOptions(args)).toThrow())
