import type { SyncStatus } from '../../sync/messages.ts'
import { observable } from './observable.ts'

/**
 * A club's server marks the page that it serves: `<html data-club>`, or `data-club="controls"`. Known at once and
 * without a request, so also without a worker or a network.
 */
const {
  club: mode,
  noControls,
  membersOnly,
  signUp,
} = globalThis.document?.documentElement?.dataset ?? {}

/** Whether the API is a club's server, and not this device's worker. */
export const isClub = mode !== undefined

/**
 * Whether this page may use the controls below /api/mock. A club without them has no guest; on a device, a judge can keep the
 * key (`<html data-no-controls>`).
 */
export const hasControls = mode !== '' && noControls === undefined

/** Whether nothing can be read without a session (R3.26). */
export const isMembersOnly = membersOnly !== undefined

/** Who may sign up: those with an invitation, or nobody; `undefined` for everybody (R3.25). */
export const signUpMode = signUp as 'invited' | 'closed' | undefined

/** Whether the club answers. `true` until a connection fails. */
export const clubReachable = observable(true)

/** The state of the sync with the club; `undefined` until the worker has told it, and without a worker. */
export const syncStatus = observable<SyncStatus | undefined>(undefined)

/** The names of pictures of posts that came from another phone without them (docs/sync.md#courier). */
export const followingPictures = observable<ReadonlySet<string>>(new Set())

/** The `_id`s of the posts and comments that were written or edited here and have not reached the club. */
export const unsentRows = observable<ReadonlySet<string>>(new Set())
