import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { readBackup, writeBackup } from './format.ts'
import type { Entry, Snapshot } from './snapshot.ts'

const entries: Entry[] = [
  { key: 'meta/version', json: '7' },
  { key: 'posts/\ue000', json: '{"content":"Z\\u0000 \\ud800 \u{1f3cd}\ufe0f"}' },
  { key: 'uploads/a', json: '{"bytes":{"$bytes":"buffer"}}', bytes: Buffer.of(0, 10, 255) },
  { key: 'users/\ud800', json: '{"__proto__":1,"b":2,"a":1e+21}' },
]

const about = {
  engine: 'SQLite' as const,
  ...{ version: 7, club: 'club', entries: 4, users: 1, posts: 1, comments: 0, pictures: 1 },
}

function snapshotOf(list: AsyncIterable<Entry>, version = 7): Snapshot {
  return { about: { ...about, version }, entries: () => list, close: async () => undefined }
}

async function* each(list: readonly Entry[]) {
  yield* list
}

async function fileOf(bytes: Uint8Array | Promise<Uint8Array>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'club.backup')
  writeFileSync(file, await bytes)
  return file
}

const written = (list = entries, version = 7) =>
  buffer(writeBackup(snapshotOf(each(list), version), '2026-11-24T12:00:00Z'))

async function readAll(file: string) {
  const backup = await readBackup(file)
  const read = await Array.fromAsync(backup.entries())
  return { ...backup, read }
}

test('a backup has every key, value and byte', async () => {
  const file = await fileOf(written())
  const backup = await readAll(file)
  expect(backup.about).toMatchObject(about)
  expect(backup.createdAt).toBe('2026-11-24T12:00:00Z')
  expect(backup.read.map(({ key, json }) => ({ key, json }))).toEqual(
    entries.map(({ key, json }) => ({ key, json })),
  )
  expect(backup.read[2]?.bytes).toEqual(Buffer.of(0, 10, 255))
  // Twice the same.
  expect(await Array.fromAsync(backup.entries())).toEqual(backup.read)
})

test('a value that someone has edited over several lines is one line', async () => {
  const file = await fileOf(written([{ key: 'a', json: '{\n "a": 1\n}' }]))
  expect((await readAll(file)).read).toMatchObject([{ key: 'a', json: '{"a":1}' }])
})

test('a backup that is cut off anywhere is damaged', async () => {
  const whole = await written()
  const lines = gunzipSync(whole)
  for (let length = 0; length < whole.length; length += 7)
    await expect(readAll(await fileOf(whole.subarray(0, length)))).rejects.toThrow()
  // Packed again, so that only our own checks can find it.
  for (let length = 0; length < lines.length; length++) {
    const cut = gzipSync(lines.subarray(0, length))
    await expect(readAll(await fileOf(cut)), String(length)).rejects.toThrow(/damaged|not a backup/)
  }
})

test('a backup with one other byte is damaged', async () => {
  const lines = gunzipSync(await written())
  const start = lines.indexOf(10) + 1
  for (let at = start; at < lines.length - 1; at++) {
    const changed = Buffer.from(lines)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(readAll(await fileOf(gzipSync(changed))), String(at)).rejects.toThrow()
  }
  const more = Buffer.concat([lines, Buffer.from('["z",1]\n')])
  await expect(readAll(await fileOf(gzipSync(more)))).rejects.toThrow('after its end')
})

test('backups of a later version, and other files, are refused', async () => {
  await expect(readAll(await fileOf(written(entries, 10_000)))).rejects.toThrow('Update the server')
  const header = { format: 'gearheads-backup', formatVersion: 2, version: 7 }
  const later = gzipSync(`${JSON.stringify(header)}\n`)
  await expect(readAll(await fileOf(later))).rejects.toThrow('a later version of Gearheads')
  await expect(readAll(await fileOf(gzipSync('{}\n')))).rejects.toThrow('is not a backup')
  await expect(readAll(await fileOf(gzipSync('')))).rejects.toThrow('damaged')
})

test('an error of the data ends the backup, which is then incomplete', async () => {
  async function* failing() {
    yield* entries.slice(0, 2)
    throw new Error('The disk failed')
  }
  const stream = writeBackup(snapshotOf(failing()), '2026-11-24T12:00:00Z')
  await expect(buffer(stream)).rejects.toThrow('The disk failed')
})

test('the format is that of docs/club.md', async () => {
  const [header = '', ...lines] = gunzipSync(await written())
    .toString()
    .trimEnd()
    .split('\n')
  expect(JSON.parse(header)).toEqual({
    ...{ format: 'gearheads-backup', formatVersion: 1, createdAt: '2026-11-24T12:00:00Z' },
    ...about,
  })
  expect(lines[0]).toBe('["meta/version",7]')
  expect(lines[2]).toBe('["uploads/a",{"bytes":{"$bytes":"buffer"}},"AAr/"]')
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ entries: 4, sha256: expect.any(String) })
  const docs = readFileSync(new URL('../../docs/club.md', import.meta.url), 'utf8')
  for (const field of Object.keys(JSON.parse(header))) expect(docs, field).toContain(field)
})
