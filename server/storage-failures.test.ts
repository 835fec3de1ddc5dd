import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { guest } from '../src/contract/guest.ts'
import { httpApi } from './testing/http-api.ts'
import { newFolder } from './testing/run-api.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/** Runs a shell in which this user may mount file systems. */
const UNSHARE = ['--user', '--map-root-user', '--mount', 'sh', '-c']
const canMount =
  process.platform === 'linux' && spawnSync('unshare', [...UNSHARE, 'true']).status === 0

if (!canMount) console.warn('A full disk is not tested: this system has no unshare --mount.')

test.skipIf(!canMount).each([
  ['read-only disk', 'mount -o remount,ro', /club\.db cannot be used: EROFS/],
  ['full disk', 'head -c 4m /dev/zero > fill; true', /club\.db cannot be used: (.* full|ENOSPC)/],
  ['folder', 'mkdir club.db; true', /club\.db is a folder/],
])('a start with data on a %s ends with a sentence that names them', async (_, spoil, text) => {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const club = `${process.execPath} --disable-warning=ExperimentalWarning ${MAIN} --api-only --port 0`
  const script = `mount -t tmpfs -o size=4m tmpfs ${folder} && cd ${folder} && ${spoil} ${folder}; ${club} --data ${folder}/club.db`
  const { stderr, status } = spawnSync('unshare', [...UNSHARE, script], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringMatching(text)])
})

test.skipIf(!canMount)(
  'on a disk that is full, /healthz fails, reads go on, and a write says so and is logged',
  async () => {
    const { folder, remove } = newFolder()
    onTestFinished(remove)
    const club = `${process.execPath} --disable-warning=ExperimentalWarning ${MAIN} --api-only --controls --port 0`
    const script = `mount -t tmpfs -o size=4m tmpfs ${folder} && exec ${club} --data ${folder}/club.db`
    const child = spawn('unshare', [...UNSHARE, script])
    const exited = once(child, 'exit')
    onTestFinished(async () => {
      child.kill()
      await exited
    })
    let printed = ''
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text) => {
        printed += text
      })
    }
    await expect.poll(() => /is at (\S+)\/api/.exec(printed)?.[1], { timeout: 30_000 }).toBeTruthy()
    const [, url = ''] = /is at (\S+)\/api/.exec(printed) ?? []
    const send = async (path: string, body: object, authorization = '') => {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { authorization } }
      return fetch(url + path, init)
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const { encodedToken } = await (await send('/api/auth/login', guest)).json()
    const statuses: number[] = []
    for (let count = 0; count < 20 && !statuses.includes(507); count++) {
      const content = `${'x'.repeat(500_000)}${count}`
      statuses.push((await send('/api/posts', { content }, encodedToken)).status)
    }
    expect(statuses.at(-1)).toBe(507)
    expect((await fetch(`${url}/healthz`)).status).toBe(503)
    expect((await fetch(`${url}/api/posts?limit=1`)).status).toBe(200)
    expect(printed).toMatch(/"path":"\/api\/posts","user":"[^"]+","error":"QuotaExceededError: /)
  },
)

test('while the database cannot be written, /healthz fails and reads go on', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const { send } = await httpApi({ logError: () => undefined })
  const [database] = exec.mock.contexts as DatabaseSync[]
  exec.mockRestore()
  database?.exec('PRAGMA query_only = 1')
  expect((await send('/healthz')).status).toBe(503)
  expect((await send('/api/posts')).status).toBe(200)
})
