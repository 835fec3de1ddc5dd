import { UPLOADS } from '../src/contract/uploads-path.ts'
import { repairGuest } from './domain/guest.ts'
import { removeUnlessShown } from './domain/kept-pictures.ts'
import { fitTakenLikes } from './domain/taken-likes.ts'
import { createTokenKey } from './domain/token.ts'
import { reportsOf } from './reports/reports.ts'
import { packTexts } from './search/text-blocks.ts'
import { replaceData, splitLists } from './seed/data-set.ts'
import { seedData } from './seed/seed.ts'
import { inBatches } from './store/batches.ts'
import { expireLater } from './store/expiry.ts'
import { COUNTS, groupPrefix, keyIn, TEXT_BLOCKS } from './store/keys.ts'
import { listsOf } from './store/links.ts'
import { LOG } from './store/log.ts'
import type { Transaction } from './store/transaction.ts'

/**
 * Step n migrates the data from version n to n + 1; a new device runs them all. Never change a released step:
 * add one.
 */
export const migrations: readonly ((tx: Transaction) => Promise<void>)[] = [
  async function firstRun(tx) {
    createTokenKey(tx)
    await replaceData(tx, seedData(tx.now))
  },

  /**
   * Earlier, usernames were compared exactly and had one entry each. Users whose names are now equal all keep
   * their names: see `usersNamed`.
   */
  async function compareUsernamesWithoutCase(tx) {
    await indexUsernames(tx)
    await repairGuest(tx)
  },
  expireRecordsAndUploads,
  splitStoredLists,

  /**
   * From here on every write changes `REVISION` and updates the texts for the search. A worker of an earlier version
   * does neither, so it may only read. The last step packs the texts.
   */
  async function packPosts() {},

  /** Lengths of lists, and the order of those that are read by pages. */
  async function keepCounts(tx) {
    for (const table of ['users', 'posts', 'comments'] as const) {
      const rows = await tx.list(table)
      for (const list of listsOf(table)) await tx.links.recount(list, rows)
    }
    tx.counts.setRows('comments', await tx.list('comments'))
  },

  /** From here on writes notify people. A worker of an earlier version would not, so it may only read. */
  async function beginNotifications() {},

  /** Earlier, removed accounts left `takenLikes` as it was, so that a number of likes could be below 0. */
  async function mendTakenLikes(tx) {
    for (const post of await tx.list('posts')) await fitTakenLikes(tx, post)
  },

  /** Earlier, usernames and the texts for the search were in NFKC and lower case only. */
  async function foldCase(tx) {
    await indexUsernames(tx)
    tx.entries.clear([TEXT_BLOCKS, 'posts.packed/'])
    if (!tx.entries.isShared) await packTexts(tx)
  },

  /**
   * From here on the processes of a club number their commits, and keep rows in memory. A process of an earlier version does
   * not number its own, so it may only read.
   */
  async function numberCommits() {},

  /** Earlier, a count had up to 16 parts in PostgreSQL. Other processes read all rows again after a removal of a whole kind. */
  async function joinCounts(tx) {
    await tx.entries.joinParts(COUNTS)
    tx.entries.clear([LOG])
  },

  /** Earlier, a picture that a report kept after its removal was still an upload of its author. */
  async function keepReportedPictures(tx) {
    const waiting = (await reportsOf(tx).list()).filter(({ done }) => !done)
    for (const url of waiting.flatMap(({ copy }) => copy.pictures)) {
      const upload = await tx.get('uploads', url.slice(UPLOADS.length))
      if (upload) await removeUnlessShown(tx, upload)
    }
  },
]

async function indexUsernames(tx: Transaction): Promise<void> {
  tx.entries.clear(['users.username/'])
  for await (const users of inBatches((page) => tx.list('users', page))) {
    for (const { _id, username } of users) {
      tx.entries.set(keyIn(groupPrefix('users', 'username', username), _id), _id)
    }
  }
}

/**
 * Idempotency records are stored by key, and unused pictures expire. Rows already show moved pictures at their
 * new addresses, so the list of those is dropped.
 */
async function expireRecordsAndUploads(tx: Transaction): Promise<void> {
  tx.clearMeta('done/')
  tx.clearMeta(UPLOADS)
  // One at a time: together their bytes may not fit into memory.
  let [upload] = await tx.list('uploads', { limit: 1 })
  while (upload) {
    const { _id, id } = upload
    expireLater(tx, { kind: 'upload', _id, id })
    ;[upload] = await tx.list('uploads', { limit: 1, before: _id })
  }
}

/**
 * Likes, votes, followers and bookmarks become one key each. Earlier they were arrays in the rows, and the number
 * of likes a field of the post.
 */
async function splitStoredLists(tx: Transaction): Promise<void> {
  for (const table of ['users', 'posts', 'comments'] as const) {
    const former = table === 'users' ? 'followers' : table === 'posts' ? 'likedBy' : 'upvotedBy'
    for (const row of await tx.list(table)) {
      if (former in row) await tx.put(table, splitLists(tx, table, row as never))
    }
  }
}
