import type { Database } from '../mocks/database.ts'
import { deviceHost, type Host } from '../mocks/host.ts'
import { nextName } from '../sync/club/names.ts'
import { publicTab } from './access.ts'
import { demandPassword, renewHashes } from './accounts.ts'
import { admitName } from './look-alikes.ts'

/** Of the hashes of passwords (OWASP ASVS 5.0, appendix C). */
const CLUB_ITERATIONS = 600_000

type Options = Partial<Host> & {
  /** Whether it is for practice: then it has the controls, the costs of a device, and no limits. */
  controls?: boolean
}

/** A club: strangers reach it, and devices without a network send their writes late. */
export function clubHost(
  database: Database,
  { controls, iterations = CLUB_ITERATIONS, admit, ...own }: Options = {},
): Host {
  const guarded = {
    iterations,
    hasStrangers: true,
    admitName,
    checkPassword: demandPassword(database),
    renewHash: renewHashes(database, iterations),
    ...(admit && { admit }),
  }
  return deviceHost({
    database,
    delayMs: 0,
    nameWrite: nextName,
    publicTab,
    ...own,
    ...(!controls && guarded),
  })
}
