import type { Database } from '../mocks/data/database.ts'

/** A probe that takes longer has failed. Shorter than the limits of container hosts and load balancers. */
const LIMIT_MS = 2_000
/** How long a result is valid, so that checks cost little. */
const VALID_MS = 3_000

/**
 * Returns a check whether the data can be read and written: a full disk or a lost database fails it.
 * @param database the one that is checked
 */
export function healthCheck({ write }: Pick<Database, 'write'>): () => Promise<boolean> {
  let last: { result: Promise<boolean>; until: number } | undefined
  async function probe(): Promise<boolean> {
    const written = write(async (tx) => tx.putMeta('health', Date.now())).then(
      () => true,
      () => false,
    )
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, LIMIT_MS, false)
    })
    return Promise.race([written, late]).finally(() => clearTimeout(timer))
  }
  return () => {
    if (!last || last.until < performance.now()) {
      last = { result: probe(), until: performance.now() + VALID_MS }
    }
    return last.result
  }
}
