import { countKey } from '../../mocks/data/counts.ts'
import { groupPrefix, indexKeys, rowKey } from '../../mocks/data/keys.ts'
import {
  isLink,
  type Link,
  type Linked,
  linkGroup,
  linkKey,
  linkPrefix,
  lists,
  listsOf,
  orderKey,
} from '../../mocks/data/links.ts'
import { migrations } from '../../mocks/data/migrations.ts'
import type { TableName, Tables } from '../../mocks/data/tables.ts'
import type { Transaction } from '../../mocks/data/transaction.ts'
import { readTime } from '../../mocks/domain/settings.ts'
import { publicKey } from '../../mocks/domain/token.ts'
import { publicValue } from '../entries.ts'
import type { EntryList, History } from '../protocol.ts'
import { lastCursor } from './write-log.ts'

/** The number of posts in one part, at most. */
const POSTS = 200
/** The characters of their texts in one part, about. */
const TEXT_LENGTH = 1_000_000

/** Above this number of users, a club is not copied to devices. */
const MAX_USERS = 20_000

/**
 * A part of the club's data for a new replica: posts with all that belongs to them, newest first. The first part
 * has all users, too.
 * @param before the oldest post of the part before
 * @returns `undefined` if it cannot be copied: the club is too large, or has no public key
 */
export async function readHistory(tx: Transaction, before?: string): Promise<History | undefined> {
  if ((await tx.count('users')) > MAX_USERS) return undefined
  const listed = await tx.list('posts', { before, limit: POSTS })
  const posts = withinLength(listed)
  const ids = posts.map(({ _id }) => _id)
  const comments = (await tx.listByEach('comments', 'postId', ids)).flat()
  const postOfComment = new Map(comments.map(({ _id, postId }) => [_id, postId]))
  const groups = ids.flatMap((id) => [linkGroup('votes', id), linkGroup('marks', id)])
  const links = await tx.entries.scanLinks(groups)
  const mirrors = links.flatMap(([, list, from, to]) => {
    const { mirror } = lists[list]
    return mirror ? linkKey(mirror, { _id: to }, from) : []
  })
  const mirrored = await tx.entries.readStored(mirrors)
  const entries: EntryList = [
    ...posts.flatMap((row) => entriesOf('posts', row)),
    ...comments.flatMap((row) => entriesOf('comments', row)),
    ...links.flatMap((link) =>
      linkEntries({ _id: link[2], postId: postOfComment.get(link[2]) }, link),
    ),
    ...mirrored.filter(isLink).flatMap((link) => linkEntries({ _id: link[2] }, link)),
    ...(await countEntries(tx, 'posts', posts)),
    ...(await countEntries(tx, 'comments', comments)),
    ...(await counted(
      tx,
      ids.map((id) => groupPrefix('comments', 'postId', id)),
    )),
  ]
  const next = posts.length < listed.length || listed.length === POSTS ? ids.at(-1) : undefined
  const reply = { version: migrations.length, now: await readTime(tx) }
  if (before !== undefined) return { ...reply, entries, next }
  const key = await publicKey(tx)
  if (!key) return undefined
  const first = { cursor: await lastCursor(tx), key }
  return { ...reply, entries: [...(await userEntries(tx)), ...entries], next, first }
}

/** The first rows whose texts are not too long for one part, at least one. */
function withinLength<Row extends { content: string }>(rows: Row[]): Row[] {
  let length = 0
  const end = rows.findIndex(({ content }, index) => {
    length += content.length
    return index > 0 && length > TEXT_LENGTH
  })
  return end < 0 ? rows : rows.slice(0, end)
}

async function userEntries(tx: Transaction): Promise<EntryList> {
  const users = await tx.list('users')
  const groups = users.map(({ _id }) => linkGroup('lists', _id))
  const links = await tx.entries.scanLinks(groups)
  return [
    ...users.flatMap((row) => entriesOf('users', row)),
    ...links
      // The others come with their posts.
      .filter(([, list]) => list === 'followers' || list === 'following')
      .flatMap((link) => linkEntries({ _id: link[2] }, link)),
    ...(await countEntries(tx, 'users', users)),
  ]
}

/** A link with its place in the order of its list. */
function linkEntries(from: Linked, link: Link): EntryList {
  const [, list, , to] = link
  const own: EntryList = [[linkKey(list, from, to), link]]
  return lists[list].isOrdered ? [...own, [orderKey(from, link), to]] : own
}

/** The lengths of the counted lists of rows. */
function countEntries(
  tx: Transaction,
  table: 'users' | 'posts' | 'comments',
  rows: readonly Linked[],
): Promise<EntryList> {
  const names = listsOf(table).filter((list) => lists[list].isCounted)
  return counted(
    tx,
    rows.flatMap((row) => names.map((list) => linkPrefix(list, row))),
  )
}

async function counted(tx: Transaction, prefixes: readonly string[]): Promise<EntryList> {
  const counts = await tx.counts.read(prefixes)
  return prefixes.flatMap((prefix, index): EntryList => {
    const count = counts[index]
    return count ? [[countKey(prefix), count]] : []
  })
}

function entriesOf<Name extends TableName>(table: Name, row: Tables[Name]): EntryList {
  const key = rowKey(table, row._id)
  return [
    [key, publicValue(key, row)],
    ...indexKeys(table, row).map((indexKey): [string, string] => [indexKey, row._id]),
  ]
}
