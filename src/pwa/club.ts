import type { SyncStatus } from '../contract/sync.ts'
import { observable } from './observable.ts'

/**
 * A club's server marks the page that it serves: `<html data-club>`, or `data-club="controls"`. Known at once and
 * without a request, so also without a worker or a network.
 */
const mode = globalThis.document?.documentElement?.dataset.club

/** Whether the API is a club's server, and not this device's worker. */
export const isClub = mode !== undefined

/** Whether the back end has the controls below /api/mock, and the guest. */
export const hasControls = mode !== ''

/** Whether the club answers. `true` until a connection fails. */
export const clubReachable = observable(true)

/** The state of the sync with the club; `undefined` until the worker has told it, and without a worker. */
export const syncStatus = observable<SyncStatus | undefined>(undefined)

/** The `_id`s of the posts and comments that were written or edited here and have not reached the club. */
export const unsentRows = observable<ReadonlySet<string>>(new Set())
