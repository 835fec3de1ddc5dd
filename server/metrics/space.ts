import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { OpenStore } from '../adapters/open-store.ts'

/** In bytes; `undefined` if it cannot be told. */
export type Space = { databaseBytes?: number; freeBytes?: number; diskBytes?: number }

export type SpaceOf = () => Promise<Space>

/**
 * Returns a function that reads how much room the data take, and how much there is. The disk of a database is that of
 * another machine, perhaps.
 */
export function spaceOf({ size }: Pick<OpenStore, 'size'>, data: string): SpaceOf {
  const isFile = !/^postgres(ql)?:/.test(data) && data !== ':memory:'
  return async () => {
    const [databaseBytes, disk] = await Promise.all([
      size().catch(() => undefined),
      isFile ? statfs(dirname(data)).catch(() => undefined) : undefined,
    ])
    if (!disk) return { databaseBytes }
    const { bavail, blocks, bsize } = disk
    return { databaseBytes, freeBytes: bavail * bsize, diskBytes: blocks * bsize }
  }
}
