import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filledClub, startClubProcess } from '../testing/busy-club.ts'
import { testKeeping } from '../testing/keeping.ts'
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
  const club = await filledClub(data, { posts: 4, pictureSize: 1_000_000 })
  const full = { code: 1, error: expect.stringContaining('The disk is full') }
  expect(await runLimited(1000, 'backup', file, '--data', data)).toMatchObject(full)
  expect(existsSync(file)).toBe(false)
  expect(await runCommand('backup', file, '--data', data)).toMatchObject({ code: 0 })
  await club.kill()
  const before = readdirSync(folder)
  // The backup is not damaged.
  expect(await runLimited(1000, 'check', file)).toMatchObject(full)
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
  expect(await runCommand('check', data)).toMatchObject({ code: 0, error: '' })
  await runCommand('backup', file, '--data', data)
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(file, bytes)
  const damaged = { code: 1, printed: expect.stringContaining('is damaged') }
  expect(await runCommand('check', file)).toMatchObject(damaged)
  expect(await runCommand('restore', file, '--rehearse', '--data', data)).toMatchObject(damaged)
  const elsewhere = join(folder, 'other.db')
  expect(await runCommand('restore', file, '--data', elsewhere)).toMatchObject({ code: 1 })
  expect(existsSync(elsewhere)).toBe(false)
})

test('a club that dies while it copies its data ends the backup, and removes the copy when it starts again', async () => {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const [data, file] = [join(folder, 'club.db'), join(folder, 'club.backup')]
  const club = await filledClub(data, { posts: 1 })
  await club.kill()
  writeFileSync(`${data}.copy-0`, '')
  rmSync(`${data}.sock`)
  const dying = createServer(({ socket }) => void socket.destroy())
  dying.listen(`${data}.sock`)
  await once(dying, 'listening')
  expect(await runCommand('backup', file, '--data', data)).toMatchObject({
    code: 1,
    error: expect.stringContaining('No backup was written. The club has ended before it replied'),
  })
  dying.close()
  await once(dying, 'close')
  await startClubProcess(data)
  expect(readdirSync(folder).filter((name) => /copy|backup/.test(name))).toEqual([])
})
