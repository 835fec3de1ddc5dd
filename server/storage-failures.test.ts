import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fileOf, starts } from '../mocks/testing/picture.ts'
import { serverErrors } from '../src/contract/errors.ts'
import { httpApi } from './testing/http-api.ts'
import { newFolder, runApi } from './testing/run-api.ts'
import { canMount as hasSmallDisk, smallDisk } from './testing/small-disk.ts'

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

/** A club whose requests are those of its app. */
async function clubAt(data: string) {
  const { url, end, outputs } = await runApi(data)
  let log = ''
  outputs.stderr.on('data', (text) => {
    log += text
  })
  const ended = () => end('SIGKILL')
  onTestFinished(async () => void (await ended()))
  const send = async (path: string, body?: object, token = '', method = 'POST') => {
    const text = body instanceof FormData ? body : JSON.stringify(body)
    const response = await fetch(url + path, {
      method,
      body: text,
      headers: { authorization: token, prefer: 'return=minimal' },
    })
    const reply = await response.json()
    return { ...reply, status: response.status }
  }
  /** Writes ever less until nothing fits any more. @returns the _ids of the posts */
  async function fillByPosts(token: string): Promise<string[]> {
    const made: string[] = []
    for (const size of [2_000_000, 200_000]) {
      for (let status = 201; status === 201; ) {
        const form = new FormData()
        form.append('file', fileOf(starts['image/webp'], { size }))
        const upload = await send('/api/uploads', form, token)
        const { secure_url: imageUrl } = upload
        const post = imageUrl && (await send('/api/posts', { content: '', imageUrl }, token))
        status = (post ?? upload).status
        if (status === 201) made.push(post.posts[0]._id)
      }
    }
    for (const length of [50_000, 5_000, 1]) {
      for (let status = 201; status === 201; ) {
        const post = await send('/api/posts', { content: 'x'.repeat(length) }, token)
        status = post.status
        if (status === 201) made.push(post.posts[0]._id)
        else expect([status, post.error]).toEqual([507, [serverErrors.fullDisk.text]])
      }
    }
    return made
  }
  const remove = async (_id: string, token: string) =>
    (await send(`/api/posts/${_id}`, undefined, token, 'DELETE')).status
  const posts = async () => {
    const reply = await send('/api/posts', undefined, '', 'GET')
    return (reply.posts as { _id: string }[]).map(({ _id }) => _id)
  }
  return { url, ended, log: () => log, send, fillByPosts, remove, posts }
}

const account = (username: string) => ({ username, name: username, password: 'Torque#1' })

test.skipIf(!hasSmallDisk)(
  'on a full disk nothing is added, reads and deletions go on, and deletions make room',
  { timeout: 180_000 },
  async () => {
    const disk = smallDisk(48)
    const data = join(disk.folder, 'club.db')
    const { url, send, fillByPosts, remove, posts, log, ended } = await clubAt(data)
    const [{ encodedToken: anna }, { encodedToken: ben }] = [
      await send('/api/auth/signup', account('anna@club.test')),
      await send('/api/auth/signup', account('ben@club.test')),
    ]
    const before = await posts()
    const own = await fillByPosts(anna)
    expect(own.length).toBeGreaterThan(10)
    disk.fill()
    const [postId = ''] = own
    for (const [path, body] of [
      ['/api/auth/signup', account('carl@club.test')],
      [`/api/comments/add/${postId}`, { content: 'Nice' }],
      [`/api/posts/like/${postId}`, {}],
      ['/api/users/edit', { userData: { bio: 'Full' } }],
    ] as const) {
      const { status, error } = await send(path, body, ben)
      expect([path, status, error]).toEqual([path, 507, [serverErrors.fullDisk.text]])
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(503)
    expect((await posts()).toSorted()).toEqual([...before, ...own].toSorted())
    expect(log()).toMatch(/"path":"\/api\/posts","user":"[^"]+","error":"Error: .* full/)

    // Each deletion works, also when others try to write at the same time.
    for (const _id of own.slice(0, 3)) {
      const others = ['a', 'b'].map((content) => send('/api/posts', { content }, ben))
      expect(await remove(_id, anna)).toBe(201)
      await Promise.all(others)
    }
    const more = await fillByPosts(ben)
    expect(more.length).toBeGreaterThan(2)
    expect(await send('/api/account/delete', { password: 'Torque#1' }, anna)).toMatchObject({
      status: 200,
    })
    for (let at = 0; at < more.length; at += 2) expect(await remove(more[at] ?? '', ben)).toBe(201)
    expect(await send('/api/posts', { content: 'On we go' }, ben)).toMatchObject({ status: 201 })
    await ended()
    disk.clear()
    const database = new DatabaseSync(data)
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    database.close()
  },
)

test.skipIf(!hasSmallDisk)(
  'when another program fills the disk, a club deletes, starts again, and goes on when there is room',
  { timeout: 180_000 },
  async () => {
    const disk = smallDisk(48)
    const data = join(disk.folder, 'club.db')
    let club = await clubAt(data)
    const { encodedToken: anna } = await club.send('/api/auth/signup', account('anna@club.test'))
    const own: string[] = []
    for (let n = 0; n < 50; n++) {
      const { posts } = await club.send('/api/posts', { content: 'x'.repeat(20_000) }, anna)
      own.push(posts[0]._id)
    }
    disk.fill()
    for (const _id of own.splice(0, 10)) expect(await club.remove(_id, anna)).toBe(201)
    own.push(...(await club.fillByPosts(anna)))
    await club.ended()
    disk.fill()
    club = await clubAt(data)
    expect(await club.posts()).toEqual(expect.arrayContaining(own))
    for (const _id of own.splice(0, 10)) expect(await club.remove(_id, anna)).toBe(201)
    disk.clear()
    expect(await club.send('/api/posts', { content: 'On' }, anna)).toMatchObject({ status: 201 })
    expect(statSync(`${data}-reserve`).size).toBe(16_000_000)
  },
)

test.skipIf(!hasSmallDisk)('a club starts on a full disk', async () => {
  const disk = smallDisk(24)
  const options = { data: join(disk.folder, 'club.db'), controls: false }
  const { close } = await httpApi({ ...options, askForAccount: async () => 'anna' })
  await close()
  disk.fill()
  const { send } = await httpApi({ ...options, logError: () => undefined })
  expect((await send('/api/posts')).status).toBe(200)
})

test('while the database cannot be written, /healthz fails and reads go on', async () => {
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const { send } = await httpApi({ logError: () => undefined })
  const [database] = exec.mock.contexts as DatabaseSync[]
  exec.mockRestore()
  database?.exec('PRAGMA query_only = 1')
  expect((await send('/healthz')).status).toBe(503)
  expect((await send('/api/posts')).status).toBe(200)
})
