import { ImportError } from './collection.ts'

/** In files and bytes: a small file can unpack to gigabytes. */
const MAX_FILES = 1000
const MAX_SIZE = 5_000_000

const END = 0x06054b50
const ENTRY = 0x02014b50
const STORED = 0
const DEFLATED = 8

/**
 * Reads the files of a ZIP archive (APPNOTE 6.3.10, without encryption and Zip64).
 * @throws ImportError if it is damaged or too large
 */
export async function unzip(
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ name: string; text: string }[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    let end = bytes.length - 22
    while (end >= 0 && view.getUint32(end, true) !== END) end--
    if (end < 0) throw new RangeError('No end')
    const count = view.getUint16(end + 10, true)
    if (count > MAX_FILES) throw new ImportError(`This archive has more than ${MAX_FILES} files.`)
    let at = view.getUint32(end + 16, true)
    let left = MAX_SIZE
    const files: { name: string; text: string }[] = []
    for (let index = 0; index < count; index++) {
      if (view.getUint32(at, true) !== ENTRY) throw new RangeError('No entry')
      const method = view.getUint16(at + 10, true)
      const size = view.getUint32(at + 20, true)
      const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
      const start = view.getUint32(at + 42, true)
      const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (name ?? 0)))
      const data = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
      if (!path.endsWith('/') && (method === STORED || method === DEFLATED)) {
        const packed = bytes.slice(data, data + size)
        const text = await read(packed, method, left)
        left -= text.length
        files.push({ name: path, text })
      }
      at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
    }
    return files
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError('This ZIP archive is damaged.')
  }
}

async function read(
  packed: Uint8Array<ArrayBuffer>,
  method: number,
  limit: number,
): Promise<string> {
  const blob = new Blob([packed])
  const stream =
    method === STORED
      ? blob.stream()
      : blob.stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = stream.getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let size = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts).text()
    size += value.length
    if (size > limit) throw new ImportError('The files of this archive are too large.')
    parts.push(value)
  }
}
