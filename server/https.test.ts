import { execFileSync } from 'node:child_process'
import { request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { clubOptions } from './options.ts'
import { httpApi } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

/** Creates a self-signed certificate for localhost, and returns the options of a club with it. */
function certified() {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const files = ['-keyout', key, '-out', cert, '-days', '1', '-nodes']
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-subj', '/CN=localhost', ...files]
  execFileSync('openssl', [...args, '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'ignore' })
  return clubOptions(['--cert', cert, '--key', key, '--port', '0', '--data', ':memory:'])
}

test('--cert and --key serve https, and no http', async () => {
  const { tls } = certified()
  const { url } = await httpApi({ tls })
  expect(url).toMatch(/^https:\/\/localhost:\d+$/)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  // Trusts this certificate only: a wrong one would fail.
  const sent = request(`${url}/api/posts?limit=1`, { ca: tls?.cert, agent: false }, (reply) => {
    json(reply).then(resolve, reject)
  })
  sent.on('error', reject).end()
  expect(await promise).toEqual({ posts: [expect.anything()] })
  await expect(fetch(url.replace('https', 'http'))).rejects.toThrow()
})
