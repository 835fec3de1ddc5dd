import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { guest } from '../../src/contract/guest.ts'
import { clubOptions } from '../options.ts'
import { writeCertificate } from '../testing/certificate.ts'
import { organiser } from '../testing/commands.ts'
import { httpApi } from '../testing/http-api.ts'
import { newFolder } from '../testing/run-api.ts'
import { warningsOf } from './status.ts'

test('status prints the numbers of the club that runs, and of its data', async () => {
  const { data, folder, remove } = newFolder()
  onTestFinished(remove)
  const { post, send, close } = await httpApi({ data, origin: ['https://club.example.com'] })
  const { encodedToken: authorization } = await (await post('/api/auth/login', guest)).json()
  await post('/api/posts', { content: 'x' }, { authorization })
  await post('/api/posts/like/none', {}, { authorization })
  await send('/api/changes', { signal: AbortSignal.timeout(60_000) })
  const run = organiser(data)
  const text = await run('status')
  expect(text).toMatch(/^Club {8}https:\/\/club\.example\.com$/m)
  expect(text).toMatch(/^Version {5}\d+\.\d+\.\d+, data \d+$/m)
  expect(text).toMatch(/^Members {5}5$/m)
  expect(text).toMatch(/^Posts {7}6$/m)
  expect(text).toMatch(/^Data {8}\d+\.\d [kM]B in .*api\.db$/m)
  expect(text).toMatch(/^Free disk {3}[\d.]+ [MG]B$/m)
  expect(text).toMatch(/^Requests {4}4 in the last minute$/m)
  expect(text).toMatch(/^Streams {5}1$/m)
  expect(text).toMatch(/^Refused {5}1 writes since the start$/m)
  expect(text).not.toContain('Warning')
  expect(JSON.parse(await run('status', '--json'))).toMatchObject({
    addresses: ['https://club.example.com'],
    members: 5,
    isHealthy: true,
    refusedWrites: 1,
    warnings: [],
  })
  expect(text).not.toContain('Last backup')
  await run('backup', join(folder, 'club.backup'))
  expect(await run('status')).toMatch(/^Last backup \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m)
  await close()
  const alone = await run('status')
  expect(alone).toMatch(/^Club {8}No process that this command can ask serves it/m)
  expect(alone).toMatch(/^Members {5}5$/m)
  expect(alone).not.toMatch(/^(Streams|Refused|Requests)/m)
})

test('after a restore, the last backup is the one that was restored', async () => {
  const { data, folder, remove } = newFolder()
  onTestFinished(remove)
  const { close } = await httpApi({ data })
  const run = organiser(data)
  const file = join(folder, 'club.backup')
  await run('backup', join(folder, 'before.backup'))
  await run('backup', file)
  await close()
  const [header = ''] = gunzipSync(readFileSync(file)).toString().split('\n')
  await run('restore', file, '--replace')
  const { lastBackup } = JSON.parse(await run('status', '--json'))
  expect(lastBackup).toBe(Date.parse(JSON.parse(header).createdAt))
})

test('status warns of a certificate that ends soon', async () => {
  const { data, folder, remove } = newFolder()
  onTestFinished(remove)
  const { cert, key } = writeCertificate(folder, 6)
  const { tls } = clubOptions(['--cert', cert, '--key', key])
  await httpApi({ data, tls })
  expect(await organiser(data)('status')).toMatch(
    /^Certificate ends 20.* UTC\nWarning {5}The certificate ends in 5 days\.$/m,
  )
})

test.each([
  [{ freeBytes: 300e6 }, ['The disk is nearly full: 300.0 MB are free.']],
  [{ freeBytes: 5e9 }, []],
  [{ lastBackup: Date.now() - 7 * 86_400_000 }, []],
  [{ lastBackup: 0 }, [expect.stringMatching(/^The last backup is \d+ days old\.$/)]],
  [{ isHealthy: false }, ['Writes fail: the errors are in the log.']],
  [{ certificateEnds: 0 }, ['The certificate has ended.']],
])('of %o, status warns %o', (status, warnings) => {
  expect(warningsOf(status)).toEqual(warnings)
})
