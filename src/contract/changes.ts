/** A row that a write changed. A comment names its post, and `notifications` the user whose list changed. */
export type Change = {
  table: 'users' | 'posts' | 'comments' | 'notifications'
  kind: 'added' | 'changed' | 'removed'
  _id: string
  postId?: string
  /** A club publishes it only to the user with this `_id`: it is about notifications, or about whom the user mutes. */
  isOwn?: true
}

/** Published to every page after a write. */
export type Changes = {
  /** The tab that sent the write, and has the reply; empty when the request named none. */
  by: string
  /** `undefined` when there are too many to list: any row may have changed. */
  changes: Change[] | undefined
}

/** The BroadcastChannel on which `Changes` are published. */
export const CHANGES_CHANNEL = 'gearheads-changes'

/**
 * The request header with the id of the tab, which skips the changes of its own writes. A club does not publish that id,
 * which is a secret of the page: the same header of its replies has the name of the tab in changes.
 */
export const TAB_HEADER = 'App-Tab'

/**
 * Where a club's server streams `Changes`, as Server-Sent Events; `?after=` takes a cursor. Devices send their writes
 * there with `POST`, and get what has changed (docs/sync.md).
 */
export const CHANGES_PATH = '/api/changes'

/** Where a device delivers the picture of another phone's user (docs/sync.md#courier). */
export const CARRIED_PICTURES_PATH = '/api/changes/pictures'

/** The event of that stream which only shows that it works. */
export const HEARTBEAT = 'heartbeat'
/** How often it comes: more often than the idle limits of the server and of common proxies. */
export const HEARTBEAT_MS = 20_000

/** Where devices copy a club's data, from the newest post or from `?before=`. */
export const REPLICA_PATH = '/api/replica'

/** The public keys that sign a club's tokens, as a JSON Web Key Set (RFC 7517). */
export const KEYS_PATH = '/api/auth/keys'

/** The header of a club's replies with the cursor before which the reply was made. */
export const CURSOR_HEADER = 'Changes-Cursor'

/**
 * The header of every reply of a club to `/api`: its identity, which is the x coordinate of the public key of its tokens.
 * A reply without it comes from something else, such as a proxy or the log-in page of a Wi-Fi.
 */
export const CLUB_HEADER = 'Gearheads-Club'
