/** The errors of Node.js. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
/** SQLite's error codes of a full disk and of a failed write, and PostgreSQL's. */
const SQLITE_FULL = [13, 778]
const PG_FULL = '53100'

/** An error of a full disk with a text for people; any other as it is. */
export function explainFullDisk(error: unknown): unknown {
  const { code, errcode } = error as { code?: string; errcode?: number }
  const isFull = [...FULL, PG_FULL].includes(code ?? '') || SQLITE_FULL.includes(errcode ?? 0)
  if (!isFull) return error
  return new Error(
    'The disk is full, or cannot hold so large a file. Nothing was changed; make room and try again.',
  )
}
