import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { type About, checkVersion, type Entry, type Snapshot } from './snapshot.ts'

/*
 * The format of a backup, of SQLite and of PostgreSQL alike: lines of JSON, compressed with gzip (docs/club.md#back-up-restore-and-move).
 *
 *     {"format":"gearheads-backup","formatVersion":1,"createdAt":"…","version":7,"club":"…","entries":4211,…}
 *     ["posts/…",{"content":"…"}]
 *     ["uploads/…",{"type":"image/webp","bytes":{"$bytes":"buffer"}},"UklGRi…"]       bytes are base64
 *     {"entries":4211,"sha256":"…"}                                                   of all lines before
 */

const FORMAT = 'gearheads-backup'
const FORMAT_VERSION = 1

/** Characters that are compressed at a time, about. */
const CHUNK = 64 * 1024

type Header = About & { format: string; formatVersion: number; createdAt: string }
type Footer = { entries: number; sha256: string }

const DAMAGED = 'The backup is damaged or incomplete'

/** The bytes of a backup file. @param createdAt ISO 8601 */
export function writeBackup({ about, entries }: Snapshot, createdAt: string): Readable {
  async function* chunks() {
    const hash = createHash('sha256')
    const hashed = (text: string) => {
      hash.update(text)
      return text
    }
    const header: Header = { format: FORMAT, formatVersion: FORMAT_VERSION, createdAt, ...about }
    let chunk = `${JSON.stringify(header)}\n`
    let count = 0
    for await (const entry of entries()) {
      count += 1
      chunk += lineOf(entry)
      if (chunk.length < CHUNK) continue
      yield hashed(chunk)
      chunk = ''
    }
    yield hashed(chunk)
    const footer: Footer = { entries: count, sha256: hash.digest('hex') }
    yield `${JSON.stringify(footer)}\n`
  }
  const lines = Readable.from(chunks(), { objectMode: false })
  // An error of the data is one of the bytes, which would look complete otherwise.
  return pipeline(lines, createGzip(), () => undefined)
}

function lineOf({ key, json, bytes }: Entry): string {
  // Only a person who edits the rows puts line breaks into JSON.
  const value = json.includes('\n') ? JSON.stringify(JSON.parse(json)) : json
  const parts = [JSON.stringify(key), value]
  if (bytes) parts.push(`"${Buffer.from(bytes).toString('base64')}"`)
  return `[${parts.join(',')}]\n`
}

/**
 * Opens a backup file, or other bytes of a backup, which are read several times.
 * @throws Error when it is not one, or of a later version
 */
export async function readBackup(
  file: string,
  open = (): Readable => createReadStream(file),
): Promise<Snapshot> {
  const [first] = await Array.fromAsync(take(linesOf(open()), 1))
  const { format, formatVersion, createdAt, ...about } = parse(first?.line ?? '') as Header
  if (format !== FORMAT) throw new Error(`${file} is not a backup of a club.`)
  if (formatVersion > FORMAT_VERSION) {
    throw new Error(`${file} was written by a later version of Gearheads. Update the server.`)
  }
  checkVersion(about.version)
  return { about, createdAt, entries: () => readEntries(open()), close: async () => undefined }
}

async function* take<Value>(values: AsyncIterable<Value>, count: number): AsyncGenerator<Value> {
  let left = count
  for await (const value of values) {
    yield value
    left -= 1
    if (left === 0) return
  }
}

/** @throws Error when the checksum or the number of entries is wrong, after the last entry */
async function* readEntries(source: Readable): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  let count = -1
  let last = ''
  let footer: Footer | undefined
  for await (const { line, bytes: raw } of linesOf(source)) {
    if (footer) throw new Error(`${DAMAGED}: it has data after its end.`)
    const parsed = parse(line)
    if (!Array.isArray(parsed) && count >= 0) {
      footer = parsed as Footer
      continue
    }
    hash.update(raw)
    count += 1
    if (count === 0) continue
    const [key, value, base64] = parsed as [string, unknown, string?]
    if (typeof key !== 'string' || key <= last) throw new Error(`${DAMAGED}: entry ${count}.`)
    last = key
    const bytes = base64 === undefined ? undefined : Buffer.from(base64, 'base64')
    yield { key, json: JSON.stringify(value), bytes }
  }
  if (!footer)
    throw new Error(`${DAMAGED}: its end is missing, after ${Math.max(0, count)} entries.`)
  if (footer.entries !== count || footer.sha256 !== hash.digest('hex')) {
    throw new Error(`${DAMAGED}: its checksum does not fit.`)
  }
}

/** The lines of compressed bytes, each with its bytes and line break. */
async function* linesOf(source: Readable): AsyncGenerator<{ line: string; bytes: Buffer }> {
  const unzipped = createGunzip()
  source.on('error', (error) => unzipped.destroy(error))
  const parts: Buffer[] = []
  try {
    for await (const chunk of source.pipe(unzipped) as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        parts.push(chunk.subarray(from, at + 1))
        const bytes = Buffer.concat(parts.splice(0))
        yield { line: bytes.toString(), bytes }
        from = at + 1
      }
      if (from < chunk.length) parts.push(chunk.subarray(from))
    }
  } catch (error) {
    throw isOfZlib(error) ? new Error(`${DAMAGED}: it cannot be unpacked.`) : error
  } finally {
    source.destroy()
  }
  if (parts.length > 0) throw new Error(`${DAMAGED}: its last line is cut off.`)
}

function isOfZlib(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).code).startsWith('Z_')
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`${DAMAGED}: a line cannot be read.`)
  }
}
