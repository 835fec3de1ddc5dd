import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { localDevice } from '../../sync/lab/devices.ts'
import { filledClub, startClubProcess } from './busy-club.ts'
import { newFolder } from './run-api.ts'
import { killCommand, runCommand, stopCommand } from './run-command.ts'

/** A kind of data: in a file, or in a database. */
export type Medium = {
  /** Creates an address for the data of a club. */
  newData(folder: string): Promise<string>
  /** Moments of a command that writes these data. */
  writeMoments(data: string): IsTime[]
}
type IsTime = () => boolean | Promise<boolean>

/** The tests of other files keep the machine busy. */
export const PATIENCE = { timeout: 30_000 }

/** 15 MB. */
const LARGE = { posts: 15, pictureSize: 1_000_000 }

/** The rules of `backup`, `check` and `restore`, for each kind of data. */
export function testKeeping({ newData, writeMoments }: Medium): void {
  async function scene(filled?: Parameters<typeof filledClub>[1]) {
    const { folder, remove } = newFolder()
    const data = await newData(folder)
    const club = await filledClub(data, filled)
    onTestFinished(remove)
    const file = join(folder, 'club.backup')
    const backup = () => runCommand('backup', file, '--data', data)
    const other = () => newData(folder)
    return { folder, data, file, club, backup, other }
  }

  test('a backup under load has every write that was answered before, and its club is the same', async () => {
    const { file, club, backup, other } = await scene()
    const writing = club.write()
    await vi.waitFor(() => expect(writing.answered.length).toBeGreaterThan(20), PATIENCE)
    const before = [...writing.answered]
    expect(await backup()).toMatchObject({ code: 0, error: '' })
    await writing.stop()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await runCommand('check', file)).toMatchObject({ code: 0, error: '' })

    const data = await other()
    expect(await runCommand('restore', file, '--data', data)).toMatchObject({ code: 0, error: '' })
    const restored = await startClubProcess(data)
    const contents = await restored.contents()
    expect(new Set(contents).size).toBe(contents.length)
    expect(before.filter((content) => !contents.includes(content))).toEqual([])
    // Its key, sessions, passwords and pictures.
    expect(await restored.identity()).toBe(await club.identity())
    const verify = { body: { encodedToken: club.token }, token: club.token }
    expect((await restored.call('POST /api/auth/verify', verify)).status).toBe(200)
    expect((await club.logIn(restored)).status).toBe(200)
    const post = (await restored.call('GET /api/posts')).data.posts.at(-1)
    const [was, is] = await Promise.all(
      [club, restored].map(async ({ url }) => (await fetch(url + post?.imageUrl)).bytes()),
    )
    expect(was?.length).toBe(20_000)
    expect(Buffer.compare(was ?? expect.fail(), is ?? expect.fail())).toBe(0)
    expect(post).toMatchObject({ likes: { likeCount: 1 }, comments: [{ content: 'Nice' }] })
    expect(
      (await restored.call('POST /api/posts', { body: { content: 'On' }, token: club.token }))
        .status,
    ).toBe(201)
  })

  test('a backup never replaces a file without --replace', async () => {
    const { data, file, backup } = await scene({ posts: 1 })
    expect(await backup()).toMatchObject({ code: 0, error: '' })
    const { mtimeMs } = statSync(file)
    expect(await backup()).toMatchObject({ code: 1, error: expect.stringContaining('exists') })
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
    const replaced = await runCommand('backup', file, '--replace', '--json', '--data', data)
    expect(JSON.parse(replaced.printed)).toMatchObject({ posts: 1, users: 2, pictures: 1, file })
  })

  test('a rehearsal while the club is used finds no difference, and leaves nothing', {
    timeout: 180_000,
  }, async () => {
    const { folder, data, club, file, backup } = await scene()
    const before = filesIn(folder)
    const writing = club.write()
    await vi.waitFor(() => expect(writing.answered.length).toBeGreaterThan(20), PATIENCE)
    const rehearsed = await runCommand('restore', '--rehearse', '--data', data)
    expect(rehearsed).toMatchObject({ code: 0, error: '' })
    expect(rehearsed.printed).toMatch(/All \d+ entries except the log of writes are those of/)
    expect(await backup()).toMatchObject({ code: 0, error: '' })
    const written = writing.answered.length
    await vi.waitFor(() => expect(writing.answered.length).toBeGreaterThan(written), PATIENCE)
    expect(await runCommand('restore', file, '--rehearse', '--data', data)).toMatchObject({
      code: 0,
      error: '',
      // Of many posts, a block of the search grows.
      printed: expect.stringMatching(
        /written since the backup:\n(.*\n)*.* posts: [1-9]\d* added, [01] changed, 0 missing/,
      ),
    })
    await writing.stop()
    await expect.poll(() => filesIn(folder)).toEqual([...before, 'club.backup'].sort())
  })

  test('a backup that is killed or stopped leaves no copy of the data, and the club runs on', {
    timeout: 180_000,
  }, async () => {
    const { folder, data, file, club, backup } = await scene(LARGE)
    const before = filesIn(folder)
    const find = (part: string) => filesIn(folder).find((name) => name.includes(part))
    const hasCopy = () => find('.copy-') !== undefined
    const written = () => sizeOf(join(folder, find('.unfinished-backup') ?? 'none'))
    const writing = club.write()
    const goesOn = async () => {
      const { length } = writing.answered
      await vi.waitFor(() => expect(writing.answered.length).toBeGreaterThan(length), PATIENCE)
    }
    const leavesNothing = () =>
      vi.waitFor(() => expect(filesIn(folder)).toEqual([...before, 'other.backup']), PATIENCE)
    const args = ['backup', file, '--data', data]
    for (const isTime of [() => hasCopy() || written() > 0, () => written() > 2_000_000]) {
      expect(await killCommand(args, isTime)).toBe(true)
      expect(existsSync(file)).toBe(false)
      await goesOn()
      // The next backup in the folder removes that of a killed one, whatever its name is.
      const next = ['backup', join(folder, 'other.backup'), '--replace', '--data', data]
      expect(await runCommand(...next)).toMatchObject({ code: 0, error: '' })
      await leavesNothing()
    }
    expect(await stopCommand('SIGTERM', args, () => written() > 2_000_000)).toMatchObject({
      code: 1,
      error: expect.stringContaining('No backup was written. Stopped by SIGTERM.'),
    })
    await leavesNothing()
    await goesOn()
    expect(await backup()).toMatchObject({ code: 0, error: '' })
    expect(await runCommand('check', file)).toMatchObject({ code: 0 })
    await writing.stop()
  })

  test('a restore refuses data that are used or there, and keeps the old ones when it replaces them', async () => {
    const { data, file, club, backup } = await scene({ posts: 2 })
    expect(await backup()).toMatchObject({ code: 0, error: '' })
    await club.call('POST /api/posts', { body: { content: 'After' }, token: club.token })
    const restore = (...options: string[]) =>
      runCommand('restore', file, ...options, '--data', data)
    expect(await restore('--replace')).toMatchObject({
      code: 1,
      error: expect.stringContaining('Stop it'),
    })
    expect(await club.contents()).toContain('After')
    await club.kill()
    expect(await restore()).toMatchObject({ code: 1, error: expect.stringContaining('--replace') })
    const { code, printed } = await restore('--replace')
    expect(code).toBe(0)
    const [, kept = ''] = /The data before are in (?:the schema )?(\S+)\.\n/.exec(printed) ?? []
    const old = data.startsWith('postgres')
      ? data.replace(/search_path%3D\w+/, `search_path%3D${kept}`)
      : kept
    expect(await (await startClubProcess(data)).contents()).not.toContain('After')
    expect(await (await startClubProcess(old)).contents()).toContain('After')
  })

  test('a restore that is killed leaves the data that were there, or all of the others', {
    timeout: 180_000,
  }, async () => {
    const { data, file, club, backup } = await scene(LARGE)
    expect(await backup()).toMatchObject({ code: 0 })
    await club.call('POST /api/posts', { body: { content: 'After' }, token: club.token })
    await club.kill()
    for (const isTime of writeMoments(data)) {
      expect(await killCommand(['restore', file, '--replace', '--data', data], isTime)).toBe(true)
      // A database ends the transaction a moment after its client.
      const started = await vi.waitFor(() => startClubProcess(data), PATIENCE)
      const { posts } = (await started.call('GET /api/posts')).data
      expect(posts.filter(({ content }) => content.startsWith('Lap'))).toHaveLength(LARGE.posts)
      expect(await started.contents()).toContain('After')
      await started.kill()
    }
    await vi.waitFor(
      async () =>
        expect(await runCommand('restore', file, '--replace', '--data', data)).toMatchObject({
          code: 0,
        }),
      PATIENCE,
    )
    expect(await (await startClubProcess(data)).contents()).not.toContain('After')
  })

  test('a restore that is stopped leaves nothing, and can be run again', {
    timeout: 180_000,
  }, async () => {
    const { folder, file, club, backup, other } = await scene(LARGE)
    expect(await backup()).toMatchObject({ code: 0 })
    const empty = await other()
    const before = filesIn(folder)
    const [, isTime = expect.fail()] = writeMoments(empty)
    const args = ['restore', file, '--data', empty]
    expect(await stopCommand('SIGINT', args, isTime)).toMatchObject({
      code: 1,
      error: expect.stringContaining('Stopped by SIGINT. Nothing was changed'),
    })
    expect(filesIn(folder)).toEqual(before)
    expect(await runCommand(...args)).toMatchObject({ code: 0, error: '' })
    const restored = await startClubProcess(empty)
    expect(await restored.contents()).toEqual(await club.contents())
  })

  test('devices copy a restored club again, and their unsent writes reach it', async () => {
    const { data, file, club, backup } = await scene({ posts: 2 })
    let { url } = club
    const device = localDevice({
      fetch: (request, init) =>
        typeof request === 'string'
          ? fetch(url + request, init)
          : fetch(url + request.url.slice(new URL(request.url).origin.length), request),
    })
    await device.logIn(club.token)
    expect(await backup()).toMatchObject({ code: 0, error: '' })
    const write = (content: string) =>
      device.call('POST /api/posts', { body: { content }, token: club.token })
    await write('Lost')
    await device.sync()
    expect(await club.contents()).toContain('Lost')
    await write('Unsent')
    await club.kill()
    expect(await runCommand('restore', file, '--replace', '--data', data)).toMatchObject({
      code: 0,
    })
    const restored = await startClubProcess(data)
    url = restored.url
    await device.sync()
    const all = ['Unsent', 'Lap 1 \u{1f3cd}\ufe0f', 'Lap 0 \u{1f3cd}\ufe0f']
    expect(await restored.contents()).toEqual(all)
    const { posts } = (await device.call('GET /api/posts', { token: club.token })).data
    expect(posts.map(({ content }) => content)).toEqual(all)
    expect(await device.pending()).toEqual([])
  })
}

/** The files of a scene, except those that SQLite keeps beside its own. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(wal|shm|journal)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort()
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
