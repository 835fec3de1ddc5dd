import type { Host } from '../../mocks/host.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import type { NotMemberError } from './club-connection.ts'
import { readState, removeState } from './replica-state.ts'
import { clearRows, saveToken, tokensOf } from './unsent.ts'
import { readViewers } from './viewers.ts'
import type { WriteSource } from './write-source.ts'

/*
 * At a club for members only, a device whose users have no session has no copy of the club (docs/sync.md#members-only).
 * What they have not sent stays until they log in again: it is theirs, and needs no other row.
 */

type Device = {
  host: Pick<Host, 'database' | 'publish'>
  sources: readonly WriteSource[]
  /** Called when the copy was removed. */
  onRemoved?: () => void
}

/** The club has refused all tokens. Does nothing if one was added meanwhile. */
export function endSessions(device: Device, { tokens }: NotMemberError): Promise<void> {
  return removeCopyIf(device, async (tx) => {
    const viewers = await readViewers(tx)
    const current = await tokensOf(tx, viewers)
    if (!current.every((token) => tokens.includes(token))) return false
    for (const userId of viewers) saveToken(tx, userId, undefined)
    return true
  })
}

/** After a log-out: another user of the device may be logged in. */
export function removeCopyOfLastUser(device: Device): Promise<void> {
  return removeCopyIf(
    device,
    async (tx) => (await tokensOf(tx, await readViewers(tx))).length === 0,
  )
}

async function removeCopyIf(
  { host: { database, publish }, sources, onRemoved }: Device,
  mustRemove: (tx: Transaction) => Promise<boolean>,
): Promise<void> {
  const isRemoved = await database.write(async (tx) => {
    if (!(await mustRemove(tx)) || !(await readState(tx))) return false
    clearRows(tx)
    for (const source of sources) source.clear(tx)
    removeState(tx)
    return true
  })
  if (!isRemoved) return
  onRemoved?.()
  publish({ by: '', changes: undefined })
}
