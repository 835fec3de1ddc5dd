import { afterEach, expect, test, vi } from 'vitest'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { callNames, prepareExample } from '../testing/examples.ts'
import { fastHashes } from '../testing/fast-hashes.ts'
import { newestFirst } from './ids.ts'

/** Keys that begin with the `_id` of the post or user whose data they belong to. */
const OWNED =
  /^(?:counts\/|order\/)?(?:votes|marks|lists|comments\.postId|posts\.userId|notifications(?:\.of|\.order|\.seen)?)\/([^/]+)/
/** Rows and entries, by their own `_id`, which is inverted in the key. */
const ROW = /^(?:users|posts|comments|uploads|devices|accounts)\/([^/]+)$/

/** What a key would be divided by: a post, a user or a row. `undefined` for keys that stay in one place (docs/sharding.md). */
function shardOf(key: string): string | undefined {
  const row = ROW.exec(key)?.[1]
  return row ? newestFirst(row) : OWNED.exec(key)?.[1]
}

/** In how many shards each call writes, and whether it also writes what is in one place. Not the log, which each write has. */
const SHARDS: Partial<Record<CallName, [shards: number, isGlobal: boolean]>> = {
  'POST /api/auth/signup': [1, true],
  'POST /api/auth/logout-others': [1, false],
  'POST /api/users/edit': [1, false],
  'POST /api/users/bookmark/:postId': [2, false],
  'POST /api/users/remove-bookmark/:postId': [2, false],
  'POST /api/users/follow/:id': [2, false],
  'POST /api/users/unfollow/:id': [2, false],
  'POST /api/users/mute/:id': [1, false],
  'POST /api/users/unmute/:id': [1, false],
  'POST /api/users/report/:id': [0, true],
  'POST /api/posts': [2, true],
  'POST /api/posts/edit/:postId': [1, false],
  'DELETE /api/posts/:postId': [3, true],
  'POST /api/posts/like/:postId': [3, false],
  'POST /api/posts/dislike/:postId': [3, false],
  'POST /api/posts/report/:postId': [0, true],
  'POST /api/comments/add/:postId': [3, true],
  'POST /api/comments/edit/:postId/:commentId': [1, false],
  'POST /api/comments/delete/:postId/:commentId': [3, true],
  'POST /api/comments/upvote/:postId/:commentId': [1, false],
  'POST /api/comments/downvote/:postId/:commentId': [1, false],
  'POST /api/comments/report/:postId/:commentId': [0, true],
  'POST /api/notifications/seen': [1, false],
  'POST /api/account/delete': [7, true],
  'POST /api/uploads': [1, true],
  'POST /api/uploads/:id/moved': [1, true],
}

afterEach(() => vi.restoreAllMocks())

const writing = callNames.filter((name) => 'writes' in calls[name] && !('control' in calls[name]))

test.each(writing)('%s writes in as many shards as docs/sharding.md says', async (name) => {
  fastHashes()
  const { store, ask } = await prepareExample(name)
  const written = new Set<string>()
  const { write } = store
  vi.spyOn(store, 'write').mockImplementation((changes, ...rest) => {
    for (const key of changes.keys()) written.add(key)
    return write(changes, ...rest)
  })
  expect((await ask()).status).toBe(calls[name].status)
  const shards = new Set([...written].map(shardOf))
  const isGlobal = shards.delete(undefined)
  expect([shards.size, isGlobal]).toEqual(SHARDS[name])
})
