import { splitLists } from '../../mocks/data/data-set.ts'
import { momentAfter, uuidAt } from '../../mocks/data/ids.ts'
import { migrations } from '../../mocks/data/migrations.ts'
import { groupOf, type NotificationRow, type Notified } from '../../mocks/data/notifications.ts'
import { answers, names, sentences, text } from '../../mocks/data/seed/generate.ts'
import { Dice } from '../../mocks/data/seed/random.ts'
import type { Entries } from '../../mocks/data/store.ts'
import type { CommentRow } from '../../mocks/data/tables.ts'
import { timestamp } from '../../mocks/data/timestamp.ts'
import { Transaction } from '../../mocks/data/transaction.ts'
import { newUser } from '../../mocks/domain/new-user.ts'
import { createTokenKey } from '../../mocks/domain/token.ts'
import { logEntry } from '../../sync/club/write-log.ts'
import { isReplicated } from '../../sync/entries.ts'
import { type Crowds, crowdOf, type Population, reverse } from './population.ts'

/** The password of all generated members. */
export const PASSWORD = 'Torque#1'

const DAY = 24 * 3_600_000
/** The time in which the posts were written. */
const YEAR = 365 * DAY
/** Writes of the last week, for each member. */
const WEEKLY_WRITES = 4
/** The latest people that a notification remembers, and earlier comments whose authors are notified of the next. */
const REMEMBERED = 5
const COMMENTERS = 10
/** Rows whose entries are made at once. */
const BATCH = 100

/** The `_id`s of the rows of a population, which tell when each was made. */
export type Ids = ReturnType<typeof idsOf>

/** @param now in ms since 1970 */
export function idsOf({ members, authors, comments }: Population, now: number) {
  const posts = authors.length
  const postTime = (post: number) => now - YEAR + Math.floor(((post + 1) * (YEAR - DAY)) / posts)
  /** @param n of all comments @param place among those of the post */
  const commentTime = (post: number, place: number) => {
    const count = crowdOf(comments, post).length
    return postTime(post) + Math.floor(((place + 1) * DAY) / (count + 1))
  }
  return {
    postTime,
    commentTime,
    user: (n: number) => idAt(now - 2 * YEAR + Math.floor((n * YEAR) / members), 0, n),
    post: (n: number) => idAt(postTime(n), 1, n),
    comment: (post: number, place: number) =>
      idAt(commentTime(post, place), 2, (comments.starts[post] ?? 0) + place),
  }
}

/** The same for the same arguments. */
function idAt(time: number, kind: number, n: number): string {
  // The last digit selects the part of a count, so all are equally frequent.
  const tail = `8${kind}00-${n.toString(16).padStart(11, '0')}${((n * 7) % 16).toString(16)}`
  return uuidAt(momentAfter('', time), tail)
}

/**
 * All entries of a club with this population, in batches: those that writes through the API would have left, made by the
 * functions that make them there.
 * @param now in ms since 1970
 */
export async function* entriesOf(
  population: Population,
  now: number,
): AsyncGenerator<ReadonlyMap<string, unknown>> {
  const { members, authors, likes, bookmarks, followers, comments } = population
  const ids = idsOf(population, now)
  const following = reverse(followers, members)
  const liked = reverse(likes, members)
  const bookmarked = reverse(bookmarks, members)
  const idsIn = (crowds: Crowds, of: number, id: (n: number) => string) =>
    Array.from(crowdOf(crowds, of), id)

  yield await collect(async (tx) => {
    createTokenKey(tx)
    tx.putMeta('version', migrations.length)
    const sequences = { users: members, posts: authors.length, comments: comments.sources.length }
    for (const [table, last] of Object.entries(sequences)) tx.putMeta(`sequence/${table}`, last)
  })
  yield* inBatches(members, async (tx, n) => {
    const dice = new Dice(n)
    const firstName = text(dice, names)
    const _id = ids.user(n)
    const createdAt = timestamp(now - 2 * YEAR)
    const username = n === 0 ? 'star' : `member-${n}`
    const user = newUser({ username, firstName, password: PASSWORD, createdAt })
    const lists = {
      followers: idsIn(followers, n, ids.user),
      following: idsIn(following, n, ids.user),
      liked: idsIn(liked, n, ids.post),
      bookmarks: idsIn(bookmarked, n, ids.post),
    }
    tx.add('users', splitLists(tx, 'users', { ...user, _id, id: String(n + 1), ...lists }))
    const fans = lists.followers.slice(-REMEMBERED)
    await putNotification(tx, { userId: _id, type: 'follow' }, fans, now - DAY)
    // Every other member has seen everything.
    if (n % 2) tx.notifications.putLastSeen(_id, idAt(now, 3, n))
  })
  yield* inBatches(authors.length, async (tx, n) => {
    const userId = ids.user(authors[n] ?? 0)
    const [_id, createdAt] = [ids.post(n), timestamp(ids.postTime(n))]
    const likedBy = idsIn(likes, n, ids.user)
    const row = { _id, id: String(n + 1), userId, createdAt, updatedAt: createdAt }
    const lists = { likedBy, dislikedBy: [], bookmarkedBy: idsIn(bookmarks, n, ids.user) }
    const post = { ...row, content: text(new Dice(n), sentences), likeCount: likedBy.length }
    tx.add('posts', splitLists(tx, 'posts', { ...post, ...lists }))
    const fans = likedBy.filter((id) => id !== userId).slice(-REMEMBERED)
    await putNotification(tx, { userId, type: 'like', postId: _id }, fans, ids.postTime(n) + DAY)
    await addComments(tx, population, ids, n)
  })
  yield* inBatches(members * WEEKLY_WRITES, async (tx, n) => {
    // A like of the last week, as the log has it.
    const time = now - 7 * DAY + Math.floor((n * 7 * DAY) / (members * WEEKLY_WRITES))
    const post = Math.floor(new Dice(n).roll() * authors.length)
    const [by = 0] = crowdOf(likes, post)
    const keys = await keysOfLike(ids.post(post), ids.user(by))
    const name = idAt(time, 4, n)
    tx.entries.set(...logEntry(momentAfter('', time), { name, by: ids.user(by), keys }))
  })
}

async function addComments(
  tx: Transaction,
  { authors, comments }: Population,
  ids: Ids,
  post: number,
): Promise<void> {
  const postId = ids.post(post)
  const writers = crowdOf(comments, post)
  const rows: CommentRow[] = []
  const events = new Map<string, string[]>()
  for (const [place, writer] of writers.entries()) {
    const createdAt = timestamp(ids.commentTime(post, place))
    const id = (comments.starts[post] ?? 0) + place + 1
    const [_id, userId] = [ids.comment(post, place), ids.user(writer)]
    const content = text(new Dice(id), answers)
    const row = { _id, id: String(id), postId, userId, content, createdAt, updatedAt: createdAt }
    tx.add('comments', splitLists(tx, 'comments', { ...row, upvotedBy: [], downvotedBy: [] }))
    const before = rows.slice(-COMMENTERS).map((comment) => comment.userId)
    const informed = new Set(
      [ids.user(authors[post] ?? 0), ...before].filter((to) => to !== userId),
    )
    const notified: Notified[] = []
    for (const to of informed) {
      const about = { userId: to, group: groupOf({ type: 'comment', postId }) }
      notified.push(about)
      await tx.notifications.addComments(about, _id, 1)
      events.set(to, [userId, ...(events.get(to) ?? [])])
    }
    tx.notifications.putRecipients(_id, notified)
    rows.push(row)
  }
  tx.countRows('comments', rows)
  for (const [userId, people] of events) {
    const latest = [...new Set(people)].slice(0, REMEMBERED).toReversed()
    const commentId = rows.findLast((row) => row.userId === latest.at(-1))?._id
    const about = { userId, type: 'comment', postId, commentId } as const
    await putNotification(tx, about, latest, ids.postTime(post) + DAY)
  }
}

/** @param people the latest last */
async function putNotification(
  tx: Transaction,
  about: Omit<NotificationRow, '_id' | 'by' | 'group'>,
  people: readonly string[],
  time: number,
): Promise<void> {
  const by = people
    .map((userId, index) => ({ _id: uuidAt(momentAfter('', time + index)), userId }))
    .toReversed()
  if (by[0]) await tx.notifications.put({ ...about, group: groupOf(about), _id: by[0]._id, by })
}

/** The keys in the log of a like. */
async function keysOfLike(postId: string, userId: string): Promise<string[]> {
  const changed = await collect((tx) => tx.links.add('likedBy', { _id: postId }, { _id: userId }))
  return [...changed.keys()].filter(isReplicated)
}

/** Adds rows from 0 to `count`, and yields the entries of many at once. */
async function* inBatches(count: number, add: (tx: Transaction, n: number) => Promise<void>) {
  for (let start = 0; start < count; start += BATCH) {
    yield await collect(async (tx) => {
      for (let n = start; n < Math.min(count, start + BATCH); n++) await add(tx, n)
    })
  }
}

/** The entries that `work` writes to an empty store that has concurrent writers; `undefined` for those it removes. */
async function collect(
  work: (tx: Transaction) => Promise<void>,
): Promise<ReadonlyMap<string, unknown>> {
  const tx = new Transaction(nothing)
  await work(tx)
  return tx.entries.changes
}

const nothing: Entries = {
  read: async (keys) => keys.map(() => undefined),
  scan: async (ranges) => ranges.map(() => []),
  count: async (prefixes) => prefixes.map(() => 0),
  write: async () => undefined,
  concurrent: { next: async () => 0 },
}
