import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { filledClub, startClubProcess } from '../testing/busy-club.ts'
import { PATIENCE, testKeeping } from '../testing/keeping.ts'
import { newFolder } from '../testing/run-api.ts'
import { runCommand, runLimited } from '../testing/run-command.ts'

let count = 0

testKeeping({
  newData: async (folder) => join(folder, `data-${count++}`, 'club.db'),
  writeMoments(data) {
    const size = () => statSync(`${data}.unfinished`, { throwIfNoEntry: false })?.size ?? 0
    return [
      () => existsSync(`${data}.unfinished`),
      () => size() > 1_000_000,
      () => size() > 10_000_000,
    ]
  },
})

test('a full disk ends a backup and a restore with a clear text, and loses nothing', async () => {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const [data, file] = [join(folder, 'club.db'), join(folder, 'club.backup')]
  const club = await filledClub(data, { posts: 4, pictureSize: 200_000 })
  const full = { code: 1, error: expect.stringContaining('The disk is full') }
  expect(await runLimited(1000, 'backup', file, '--data', data)).toMatchObject(full)
  expect(existsSync(file)).toBe(false)
  expect(await runCommand('backup', file, '--data', data)).toMatchObject({ code: 0 })
  await club.kill()
  const before = readdirSync(folder)
  expect(await runLimited(1000, 'restore', file, '--replace', '--data', data)).toMatchObject({
    code: 1,
  })
  expect(readdirSync(folder)).toEqual(before)
  expect(await (await startClubProcess(data)).contents()).toHaveLength(4)
})

test('check says that a damaged backup is damaged, with exit code 1', async () => {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const [data, file] = [join(folder, 'club.db'), join(folder, 'club.backup')]
  await filledClub(data, { posts: 1 })
  await runCommand('backup', file, '--data', data)
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(file, bytes)
  const { code, printed } = await runCommand('check', file)
  expect({ code, printed }).toMatchObject({
    code: 1,
    printed: expect.stringContaining('is damaged'),
  })
  const elsewhere = join(folder, 'other.db')
  expect(await runCommand('restore', file, '--data', elsewhere)).toMatchObject({ code: 1 })
  expect(existsSync(elsewhere)).toBe(false)
})

test('an SQLite copy of a running club can be checked, and opened as data', async () => {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const [data, file] = [join(folder, 'club.db'), join(folder, 'copy.db')]
  const club = await filledClub(data, { posts: 2 })
  const writing = club.write()
  await vi.waitFor(() => expect(writing.answered.length).toBeGreaterThan(10), PATIENCE)
  const before = [...writing.answered]
  expect(await runCommand('backup', file, '--sqlite', '--data', data)).toMatchObject({
    code: 0,
    error: '',
  })
  await writing.stop()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await runCommand('check', file)).toMatchObject({ code: 0, error: '' })
  expect(await runCommand('check', data)).toMatchObject({ code: 0, error: '' })
  const contents = await (await startClubProcess(file)).contents()
  expect(before.filter((content) => !contents.includes(content))).toEqual([])
})
