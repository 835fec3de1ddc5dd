import type { CallName } from '../../src/contract/calls.ts'
import type { ViewedComment, ViewedPost, ViewedUser } from '../../src/contract/viewed.ts'

/*
 * Likes, votes, bookmarks and follows, whose writes have no text by which to know them: a page shows whether its user is among those
 * who like a post, and how many they are. So every state that the club has had is computed from its log, by the rules of
 * docs/product.md and not by the handlers, and a page must show one of them with its own waiting writes on top.
 *
 * Example: Mira likes a post, then Juno. The states are: nobody, Mira, both. Tove's page that shows two likes has the third one, and a
 * page that shows one like after that went back. One that ever shows three has counted a like twice.
 */

/** What a page shows: whether its user is in a list, and the length of the list, if it shows it. */
export type ShownToggle = { key: string; isOn: boolean; count?: number }

export type Toggle = { key: string; isOn: boolean; userId: string }

const CALLS: Partial<Record<CallName, [kind: string, of: string, isOn: boolean]>> = {
  'POST /api/posts/like/:postId': ['likes', 'postId', true],
  'POST /api/posts/dislike/:postId': ['likes', 'postId', false],
  'POST /api/comments/upvote/:postId/:commentId': ['votes', 'commentId', true],
  'POST /api/comments/downvote/:postId/:commentId': ['votes', 'commentId', false],
  'POST /api/users/bookmark/:postId': ['bookmarks', 'postId', true],
  'POST /api/users/remove-bookmark/:postId': ['bookmarks', 'postId', false],
  'POST /api/users/follow/:id': ['followers', 'id', true],
  'POST /api/users/unfollow/:id': ['followers', 'id', false],
}

/** @returns `undefined` of other writes */
export function toggleOf(
  { call, params }: { call: CallName; params: Record<string, string> },
  userId: string,
): Toggle | undefined {
  const [kind, of = '', isOn = false] = CALLS[call] ?? []
  return kind === undefined ? undefined : { key: `${kind}/${params[of]}`, isOn, userId }
}

export function togglesIn(
  posts: readonly ViewedPost[],
  comments: readonly ViewedComment[],
  users: readonly ViewedUser[],
): ShownToggle[] {
  const isOn = (own: readonly object[]) => own.length > 0
  return [
    ...posts.flatMap(({ _id, likes, bookmarkedBy }) => [
      { key: `likes/${_id}`, isOn: isOn(likes.likedBy), count: likes.likeCount },
      { key: `bookmarks/${_id}`, isOn: isOn(bookmarkedBy) },
    ]),
    ...comments.map(({ _id, votes }) => {
      return { key: `votes/${_id}`, isOn: isOn(votes.upvotedBy), count: votes.upvoteCount }
    }),
    ...users.map(({ _id, followers, followerCount }) => {
      return { key: `followers/${_id}`, isOn: isOn(followers), count: followerCount }
    }),
  ]
}

/** `taken`: the dislikes of users who had not liked the post, which take a like away too (spec §4). */
type State = { on: readonly string[]; off: readonly string[]; taken: number }

const NOBODY: State = { on: [], off: [], taken: 0 }

/** The state after a write; the same one if the write is rejected, because it is as its user wanted it. */
export function after(state: State, { key, isOn, userId }: Toggle): State {
  const { on, off, taken } = state
  const isLike = key.startsWith('likes/')
  const hasOpposite = isLike || key.startsWith('votes/')
  if ((isOn ? on : off).includes(userId)) return state
  if (!isOn && (isLike ? on.length - taken <= 0 : !hasOpposite && !on.includes(userId)))
    return state
  const others = (ids: readonly string[]) => ids.filter((id) => id !== userId)
  if (isOn) return { on: [...on, userId], off: others(off), taken }
  const takes = isLike && !on.includes(userId) ? 1 : 0
  return { on: others(on), off: [...off, userId], taken: taken + takes }
}

/** Whether a page of a user shows a state. */
export function shows({ isOn, count }: ShownToggle, { on, taken }: State, userId: string): boolean {
  return on.includes(userId) === isOn && (count ?? on.length - taken) === on.length - taken
}

/** The states of a club, by the key of their list. */
export function toggleStates() {
  const states = new Map<string, State[]>()
  const statesOf = (key: string) => states.get(key) ?? [NOBODY]
  return {
    /** The club has done a write. @returns the number of the state after it */
    add(toggle: Toggle): number {
      const all = [...statesOf(toggle.key)]
      const last = all.at(-1) ?? NOBODY
      const next = after(last, toggle)
      if (next !== last) all.push(next)
      states.set(toggle.key, all)
      return all.length - 1
    },
    /** The number of the first state from a number on that fits; -1 if there is none. */
    find: (key: string, from: number, fits: (state: State) => boolean): number =>
      statesOf(key).findIndex((state, number) => number >= from && fits(state)),
    last: (key: string): number => statesOf(key).length - 1,
    clear: () => states.clear(),
  }
}
