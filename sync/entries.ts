import { type DeviceKey, isUsable } from '../mocks/domain/device-keys.ts'
import { newestFirst } from '../mocks/store/ids.ts'
import { COUNTS, NOTIFICATIONS } from '../mocks/store/keys.ts'
import { type LinkKind, type ListName, linkKinds, lists, ORDER } from '../mocks/store/links.ts'
import type { CommentRow, TableName, UserRow } from '../mocks/store/tables.ts'
import type { Change } from '../src/contract/changes.ts'

/** The tables that a replica has. Pictures stay with the club: the browser caches those that were shown. */
const TABLES = ['users', 'posts', 'comments'] satisfies TableName[]
const REPLICATED = new RegExp(
  `^(${TABLES.join('|')})[/.]|^(${linkKinds.join('|')})/|^(${COUNTS}|${ORDER}|devices/)|^${NOTIFICATIONS}(/|\\.(order|seen)/)`,
)
/** Blocks of text, which make a search over many posts fast (`data/text-blocks.ts`). */
const DERIVED = /^posts\.(text|packed)\//

/** Whether replicas have the entry at `key`. */
export function isReplicated(key: string): boolean {
  return REPLICATED.test(key) && !DERIVED.test(key)
}

/**
 * The value without that which only the club may know. The sessions of a user are for devices of theirs: on others, no token of
 * this user is accepted.
 * @param owners the `_id`s of the users of the device who have proved it by a token
 */
export function publicValue(key: string, value: unknown, owners: readonly string[]): unknown {
  if (!value || !key.startsWith('users/')) return value
  const user = { ...(value as UserRow), password: '' }
  return owners.includes(user._id) ? user : { ...user, sessions: { id: HIDDEN, kept: HIDDEN } }
}

const HIDDEN = ''
/** In the year 9999. */
const NO_END = 253_402_300_799
const DAY = 24 * 3_600

/**
 * The keys of the devices of a user, without their names and times: a session ends on a day, not at a second. Devices of others get
 * those that can sign, as of sessions without an end.
 */
export function publicKeys(
  keys: readonly DeviceKey[],
  user: UserRow,
  owners: readonly string[],
  now: number,
): DeviceKey[] | undefined {
  if (owners.includes(user._id))
    return keys.map(({ kid, x, y, session, isRevoked }) => {
      const exp = Math.ceil(session.exp / DAY) * DAY
      return { kid, x, y, session: { ...session, exp }, isRevoked }
    })
  const session = { userId: user._id, id: HIDDEN, hash: HIDDEN, exp: NO_END }
  const usable = keys.filter((key) => isUsable(user, key, now))
  return usable.length > 0 ? usable.map(({ kid, x, y }) => ({ kid, x, y, session })) : undefined
}

/** The parts of the key of a link, or of its place in the order of its list; `undefined` for any other key. */
function readLinkKey(key: string): { list: ListName; owner: string; other: string } | undefined {
  const link = key.startsWith(ORDER) ? key.slice(ORDER.length) : key
  const [kind = '', owner = '', list = '', , last = ''] = link.split('/')
  if (!linkKinds.includes(kind as LinkKind)) return undefined
  // In an order, the moment comes before the `_id`.
  return { list: list as ListName, owner, other: last.slice(-UUID_LENGTH) }
}
const UUID_LENGTH = 36

/** The `_id` of the user to whom an entry of notifications belongs; `undefined` for any other key. */
function notifiedBy(key: string): string | undefined {
  const [kind, userId] = withoutCount(key).split('/')
  return kind?.split('.')[0] === NOTIFICATIONS ? userId : undefined
}

/** A count changes with its list. */
function withoutCount(key: string): string {
  return key.startsWith(COUNTS) ? key.slice(COUNTS.length) : key
}

/** The `_id` of the only user who may have the entry at `key`: it is of their notifications, or of whom they mute. */
export function ownerOf(key: string): string | undefined {
  const link = readLinkKey(key)
  return link && lists[link.list].isOwn ? link.owner : notifiedBy(key)
}

/** The beginnings of all keys that {@link ownerOf} gives to a user. */
export function ownPrefixes(userId: string): string[] {
  const own = Object.entries(lists).filter(([, list]) => 'isOwn' in list)
  return [
    ...own.map(([name, { kind }]) => `${kind}/${userId}/${name}/`),
    ...['', '.order', '.seen'].map((part) => `${NOTIFICATIONS}${part}/${userId}`),
  ].flatMap((prefix) => [prefix, COUNTS + prefix, ORDER + prefix])
}

/**
 * Whether a device has the entry at `key`, if it has the rows that it belongs to: of links only those of its users, and the others
 * as counts. Notifications, and whom a user mutes, are for those users only who have proved who they are.
 * @param viewers the `_id`s of its users
 * @param owners those of them who have proved it by a token
 */
export function concerns(
  key: string,
  viewers: readonly string[],
  owners: readonly string[],
): boolean {
  const owner = ownerOf(key)
  if (owner) return owners.includes(owner)
  const link = readLinkKey(key)
  return !link || viewers.includes(link.owner) || viewers.includes(link.other)
}

/** The `_id`s of the users that an entry belongs to, whom a device must have to have the entry. */
export function userIdsOf(key: string, value: unknown): string[] {
  const [kind = '', first = '', second = ''] = key.split('/')
  const link = readLinkKey(key)
  if (link) return isFollow(link.list) ? [link.owner, link.other] : []
  if (kind === 'users' || kind === 'devices') return [newestFirst(first)]
  if (kind === 'users.username') return [newestFirst(second)]
  if (kind === 'users.id' || kind === 'users.picture')
    return typeof value === 'string' ? [value] : []
  return kind === 'counts' && first === 'lists' ? [second] : []
}

function isFollow(list: ListName): boolean {
  return list === 'followers' || list === 'following'
}

/** The `_id` of the post that an entry belongs to; `undefined` if none, or if the entry does not say. */
export function postIdOf(key: string, value: unknown): string | undefined {
  const [kind = '', first = '', second = '', third] = key.split('/')
  switch (kind) {
    case 'counts':
      return first === 'votes' || first === 'comments.postId' ? second : undefined
    case 'order':
      return third === 'bookmarks' && typeof value === 'string' ? value : undefined
    case 'posts':
      return newestFirst(first)
    case 'posts.id':
    case 'posts.userId':
    case 'posts.picture':
      return typeof value === 'string' ? value : undefined
    case 'comments':
      return (value as CommentRow | undefined)?.postId
    case 'comments.postId':
    case 'votes':
    case 'marks':
      return first
    case 'lists':
      return ['liked', 'bookmarks'].includes(second)
        ? key.slice(key.lastIndexOf('/') + 1)
        : undefined
    default:
      return undefined
  }
}

/** The row that appears different to users when the entry at `key` changes. */
export function changeOf(key: string, value: unknown, old: unknown): Change | undefined {
  const list = withoutCount(key)
  const [kind = '', first = '', name, from = ''] = list.split('/')
  const notified = notifiedBy(key)
  if (notified) return { table: 'notifications', kind: 'changed', _id: notified }
  if (kind === 'comments.postId' && list !== key)
    return { table: 'posts', kind: 'changed', _id: first }
  if (kind === 'lists') return { table: 'users', kind: 'changed', _id: first }
  if (kind === 'marks') return { table: 'posts', kind: 'changed', _id: first }
  if (kind === 'votes') {
    if (isListOfPost(name as ListName)) return { table: 'posts', kind: 'changed', _id: first }
    return { table: 'comments', kind: 'changed', _id: from, postId: first }
  }
  if (!isTable(kind)) return undefined
  const { postId } = (value ?? old ?? {}) as { postId?: string }
  const change = value === undefined ? 'removed' : old === undefined ? 'added' : 'changed'
  return { table: kind, kind: change, _id: newestFirst(first), postId }
}

function isListOfPost(list: ListName): boolean {
  return list === 'likedBy' || list === 'dislikedBy'
}

function isTable(name: string): name is (typeof TABLES)[number] {
  return (TABLES as string[]).includes(name)
}
