import type { Database } from '../mocks/database.ts'
import type { Report } from '../mocks/error-replies.ts'

/** A probe that takes longer has failed. Shorter than the limits of container hosts and load balancers. */
const LIMIT_MS = 2_000
/** How long a result is valid, so that checks cost little. */
const VALID_MS = 3_000

/** How long the check fails after a write of somebody has failed. */
const FAILED_MS = 30_000

export type Health = {
  /** Whether the data can be read and written: a full disk or a lost database fails it. */
  check: () => Promise<boolean>
  /** Takes an error of a request. On a disk that is nearly full, small writes can succeed while others fail. */
  note: (error: unknown) => void
}

/**
 * Checks by writing, and by the writes of others.
 * @param database the one that is checked
 * @param report takes the error of a check that fails, once until one succeeds
 */
export function healthCheck(
  { write }: Pick<Database, 'write'>,
  report: Report = console.error,
): Health {
  let isReported = false
  let failedUntil = 0
  let last: { result: Promise<boolean>; until: number } | undefined
  async function probe(): Promise<boolean> {
    const written = write(async (tx) => tx.putMeta('health', Date.now())).then(
      () => {
        isReported = false
        return true
      },
      (error) => {
        if (!isReported) report(error)
        isReported = true
        return false
      },
    )
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, LIMIT_MS, false)
    })
    return Promise.race([written, late]).finally(() => clearTimeout(timer))
  }
  async function check(): Promise<boolean> {
    if (!last || last.until < performance.now()) {
      last = { result: probe(), until: performance.now() + VALID_MS }
    }
    return (await last.result) && failedUntil <= performance.now()
  }
  function note(error: unknown): void {
    if (isOfStorage(error)) failedUntil = performance.now() + FAILED_MS
  }
  return { check, note }
}

/** The classes of PostgreSQL: out of room or memory, its disk, and a copy that only reads. */
const POSTGRES_FAILS = /^(53|58|25006)/

function isOfStorage(error: unknown): boolean {
  const { code } = Object(error) as { code?: unknown }
  return code === 'ERR_SQLITE_ERROR' || POSTGRES_FAILS.test(String(code))
}
