import { hash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { realFile } from '../files.ts'

/** A path of a socket can have so many bytes on macOS, and a few more elsewhere. */
const MAX_PATH = 103
/** Longer names of files, with that of their socket, are replaced by a hash. */
const MAX_NAME = 90

/**
 * The socket of the club that has this data file open, beside it; `undefined` where there can be none: of a database, of
 * data in memory, and on Windows.
 */
export function socketOf(data: string): string | undefined {
  if (/^postgres(ql)?:/.test(data) || data === ':memory:' || process.platform === 'win32')
    return undefined
  const file = realFile(data)
  const name = basename(file)
  const isShort = Buffer.byteLength(name) <= MAX_NAME
  return join(dirname(file), `${isShort ? name : `.${hash('sha256', name).slice(0, 16)}`}.sock`)
}

/** Calls a function with a path that a socket can have: where the path is too long, from its folder. */
export function withShortPath<Result>(path: string, use: (path: string) => Result): Result {
  if (Buffer.byteLength(path) <= MAX_PATH) return use(path)
  const folder = process.cwd()
  process.chdir(dirname(path))
  try {
    return use(`./${basename(path)}`)
  } finally {
    process.chdir(folder)
  }
}
