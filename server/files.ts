import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The errors of file systems without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Gives a complete file its name, for good: it survives a loss of power. Unlike a rename, this never replaces another file.
 * @returns false when the name is taken
 */
export function giveName(unfinished: string, name: string): boolean {
  try {
    linkSync(unfinished, name)
  } catch (error) {
    if (existsSync(name)) return false
    if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    renameSync(unfinished, name)
  }
  rmSync(unfinished, { force: true })
  syncFolder(name)
  return true
}

/** Gives a complete file the name of another, which it replaces at once. */
export function takeName(unfinished: string, name: string): void {
  renameSync(unfinished, name)
  syncFolder(name)
}

/** Waits until a file is on the disk. */
export function syncFile(file: string): void {
  const opened = openSync(file, 'r+')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

/** Waits until the names in the folder of a file are on the disk. */
function syncFolder(file: string): void {
  // Windows has no such call.
  if (process.platform === 'win32') return
  const folder = openSync(dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** The path of a file without links, whether it exists or not: each file has one, and what replaces it never replaces a link. */
export function realFile(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || whole === dirname(whole)) throw error
  }
  const folder = realFile(dirname(whole))
  const file = join(folder, basename(whole))
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()
  return isLink ? realFile(resolve(folder, readlinkSync(file))) : file
}

/** Removes an SQLite file with the files beside it. */
export function removeSqlite(file: string): void {
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(file + end, { force: true })
}

/** The end of a name for data that are replaced now. */
export function timeStamp(): string {
  return new Date().toISOString().slice(0, 19).replace(/\D/g, '-')
}

/** The name under which data are kept that others replace. */
export const keptName = (file: string) => `${file}.before-${timeStamp()}`

/** Gives the files that SQLite writes beside its own other names: it would read them as part of a new file. */
export function keepSideFiles(file: string, kept: string): void {
  for (const end of ['-wal', '-journal']) {
    if (existsSync(file + end)) renameSync(file + end, kept + end)
  }
  rmSync(`${file}-shm`, { force: true })
}

/** Gives a file that root has written the owner of another one, or of its folder: a club seldom runs as root. */
export function giveOwner(file: string, like: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(existsSync(like) ? like : dirname(like))
  chownSync(file, uid, gid)
}

/** @throws Error when the disk of a file has less space than this many bytes */
export function checkSpace(file: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(dirname(file))
  const free = bavail * bsize
  if (free >= bytes) return
  const mb = (size: number) => `${Math.ceil(size / 1e6)} MB`
  throw new Error(
    `The disk of ${file} has ${mb(free)} free, and ${mb(bytes)} are needed. Nothing was written.`,
  )
}
