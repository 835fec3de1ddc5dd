import type { MutationOptions } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ViewedPost, ViewedUser } from '../contract/viewed.ts'
import { setBookmark } from './bookmarks.ts'
import { castVote, deleteComment, editComment } from './comments.ts'
import { isReached, targetOf } from './optimistic-write.ts'
import { applyToPost, applyToUser, hasRow, isLiked, type PendingWrite } from './pending-writes.ts'
import { deletePost, editPost, setLike } from './posts.ts'
import { openPage } from './testing/page.ts'
import { setFollow } from './users.ts'

type Page = Awaited<ReturnType<typeof openPage>>

/** Clicks that toggle something, on few rows, so that they interact. */
const toggles: ((page: Page, index: number) => void)[] = [
  (page, index) => like(page, pick(targets(page), index)),
  (page, index) => bookmark(page, pick(targets(page), index)),
  (page, index) => follow(page, pick(page.people().slice(0, 3), index)),
  (page, index) => {
    const comment = pick(page.shownComments(), index)
    if (!comment) return
    const wanted = hasRow(comment.votes.upvotedBy, page.viewer()) ? 'down' : 'up'
    const target = { postId: page.post._id, commentId: comment._id }
    click(page, castVote(page.post._id, comment._id, wanted), { type: 'vote', ...target, wanted })
  },
]

const otherClicks: typeof toggles = [
  (page, index) => {
    const edit = { postId: page.post._id, content: `Edited ${index}` }
    click(page, editPost(page.post._id), { type: 'editPost', ...edit })
  },
  (page, index) => {
    const { post, comments } = page
    const edit = { postId: post._id, commentId: comments[0]._id, content: `Edited ${index}` }
    click(page, editComment(post._id, comments[0]._id), { type: 'editComment', ...edit })
  },
  (page, index) => {
    const { post, comments } = page
    const target = { postId: post._id, commentId: pick(comments, index)?._id ?? '' }
    click(page, deleteComment(post._id, target.commentId), { type: 'deleteComment', ...target })
  },
  (page) => click(page, deletePost(page.post._id), { type: 'deletePost', postId: page.post._id }),
]

/** Writes of another user, and of the same user in another tab. */
const foreignWrites: ((page: Page, token: string) => unknown)[] = [
  ({ api, theirs }, token) =>
    api.call('POST /api/posts/like/:postId', { params: { postId: theirs._id }, token }),
  ({ api, theirs }, token) =>
    api.call('POST /api/posts/dislike/:postId', { params: { postId: theirs._id }, token }),
  ({ api, post }, token) => {
    const options = { params: { postId: post._id }, body: { content: 'Elsewhere' }, token }
    return api.call('POST /api/comments/add/:postId', options)
  },
  ({ api, theirs }, token) =>
    api.call('POST /api/users/bookmark/:postId', { params: { postId: theirs._id }, token }),
  ({ api, other }, token) =>
    api.call('POST /api/users/follow/:id', { params: { id: other.user._id }, token }),
  ({ api, post, comments: [, { _id: commentId }] }, token) => {
    const params = { postId: post._id, commentId }
    return api.call('POST /api/comments/upvote/:postId/:commentId', { params, token })
  },
  ({ api, theirs, other: { token } }) =>
    api.call('DELETE /api/posts/:postId', { params: { postId: theirs._id }, token }),
]

const quiet = ['toggle', 'toggle', 'serve', 'answer', 'answer', 'refetch'] as const
const steps = [...quiet, 'click', 'breakOff', 'refuse', 'foreign', 'publish', 'publish'] as const
type Step = (typeof steps)[number]

async function take(page: Page, step: Step, index: number): Promise<void> {
  const call = pick(page.calls, index)
  if (step === 'toggle') pick(toggles, index)?.(page, index >> 3)
  else if (step === 'click') pick(otherClicks, index)?.(page, index >> 3)
  else if (step === 'refetch') page.client.invalidateQueries()
  else if (step === 'publish') await page.publish()
  else if (step === 'foreign') {
    const { token } = index % 2 ? page.me : page.other
    await pick(foreignWrites, index >> 1)?.(page, token)
  } else if (call && step === 'serve') await page.serve(call)
  else if (call && step === 'answer') await page.answer(call)
  else if (call && step === 'breakOff') await page.breakOff(call)
  else if (call && step === 'refuse') {
    await page.answer(call, Response.json({ error: ['No.'] }, { status: 500 }))
  }
  await page.rest()
}

const numRuns = Number(process.env.GEARHEADS_RUNS ?? 60)
const sequenceOf = (names: readonly Step[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(63)), { maxLength: 40 })

/** Sequences that failed once. A short run may not generate them. */
const FOUND: [[Step, number][]][] = [
  // The read after a change elsewhere fails.
  [
    [
      ['foreign', 0],
      ['publish', 0],
      ['refuse', 0],
    ],
  ],
  // The reply to a bookmark is lost, then the read of the bookmarks fails, then the reply to a like arrives.
  [
    [
      ['toggle', 1],
      ['serve', 0],
      ['breakOff', 0],
      ['toggle', 0],
      ['answer', 0],
      ['breakOff', 1],
    ],
  ],
  // The read of a changed post fails, while posts may be queued.
  [
    [
      ['foreign', 0],
      ['refetch', 0],
      ['publish', 0],
      ['toggle', 0],
      ['breakOff', 60],
      ['refetch', 0],
    ],
  ],
]

/** A bookmark that is set, removed and set again while another one is set keeps its place. */
const FOUND_QUICK: [Step, number][] = [
  ['toggle', 13],
  ['toggle', 21],
  ['toggle', 13],
  ['toggle', 13],
]

test('the screen equals stored plus pending data during writes, and the stored data after them (R4.10)', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf(steps), async (sequence) => {
      const page = await openPage()
      try {
        for (const [step, index] of sequence) {
          await take(page, step, index)
          if (page.isUpToDate()) expect(page.shown()).toEqual(await page.stored())
        }
        await page.settle()
        expect(page.writes()).toEqual([])
        expect(page.shown()).toEqual(await page.stored())
        const { shown, stored } = await page.counts()
        expect(shown).toEqual(stored)
      } finally {
        page.close()
      }
    }),
    { numRuns, examples: FOUND },
  )
}, 300_000)

test('the last of several quick clicks counts, and none is rejected', async () => {
  await fc.assert(
    fc.asyncProperty(sequenceOf(quiet), async (sequence) => {
      const page = await openPage()
      try {
        const last = new Map<string, PendingWrite>()
        page.client.getMutationCache().subscribe((event) => {
          if (event.type !== 'updated' || event.action.type !== 'pending') return
          const write = event.action.variables as PendingWrite
          last.set(targetOf(write), write)
        })
        for (const [step, index] of sequence) await take(page, step, index)
        const wanted = page.shown()
        await page.settle()
        expect(page.shown()).toEqual(wanted)
        expect(await page.stored()).toEqual(wanted)
        expect([...last.values()].filter((write) => !isReached(page.client, write))).toEqual([])
        expect(page.statuses.filter((status) => status >= 400)).toEqual([])
      } finally {
        page.close()
      }
    }),
    { numRuns, examples: [[FOUND_QUICK]] },
  )
}, 300_000)

test('a reply that is older than a change elsewhere does not bring back the old row', async () => {
  const page = await openPage()
  const { api, other, theirs } = page
  like(page, shownPost(page, theirs._id))
  await page.rest()
  const [own] = page.calls
  if (!own) return expect.unreachable()
  await page.serve(own)
  await api.call('POST /api/posts/like/:postId', {
    params: { postId: theirs._id },
    token: other.token,
  })
  await page.publish()
  for (const call of page.calls.filter(({ isRead }) => isRead)) await page.answer(call)
  await page.answer(own)
  await page.settle()
  expect(page.shown()).toEqual(await page.stored())
  page.close()
})

test('a toggle that another tab has already made is rejected by the API, but is not a failure here', async () => {
  const page = await openPage()
  const { api, me, theirs } = page
  await api.call('POST /api/posts/like/:postId', {
    params: { postId: theirs._id },
    token: me.token,
  })
  const states: string[] = []
  page.client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated') states.push(event.action.type)
  })
  like(page, shownPost(page, theirs._id))
  await page.settle()
  expect(page.statuses).toEqual([400])
  expect(states).toEqual(['pending', 'success'])
  expect(page.shown()).toEqual(await page.stored())
  page.close()
})

test.each([
  { clicks: 10, statuses: [] },
  { clicks: 11, statuses: [201] },
])('$clicks clicks in one task send $statuses (R4.14)', async ({ clicks, statuses }) => {
  const page = await openPage()
  for (let count = 0; count < clicks; count++) like(page, targets(page)[0])
  await page.settle()
  expect(page.statuses).toEqual(statuses)
  page.close()
})

function click<Write extends PendingWrite>(
  { client }: Page,
  // biome-ignore lint/suspicious/noExplicitAny: the options of every kind of write
  options: MutationOptions<any, Error, Write>,
  write: Write,
): void {
  // A failure is reported by the page's mutation cache.
  const mutation = client.getMutationCache().build(client, options)
  mutation.execute(write).catch(() => undefined)
}

function like(page: Page, post: ViewedPost | undefined): void {
  if (!post) return
  const wanted = !isLiked(post, page.viewer())
  click(page, setLike(post._id), { type: 'like', postId: post._id, wanted })
}

function shownPost({ shownFeed }: Page, id: string): ViewedPost | undefined {
  return shownFeed().find(({ _id }) => _id === id)
}

function bookmark(page: Page, post: ViewedPost | undefined): void {
  if (!post) return
  const shown = applyToPost(post, page.writes(), page.viewer()) ?? post
  const wanted = !hasRow(shown.bookmarkedBy, page.viewer())
  click(page, setBookmark(post._id), { type: 'bookmark', post, wanted })
}

function follow(page: Page, user: ViewedUser | undefined): void {
  const viewer = page.viewer()
  if (!user || user._id === viewer._id) return
  const wanted = !hasRow(applyToUser(user, page.writes(), viewer).followers, viewer)
  click(page, setFollow(user._id), { type: 'follow', userId: user._id, wanted })
}

function targets({ shownFeed, theirs, post }: Page): ViewedPost[] {
  return shownFeed().filter(({ _id }) => _id === theirs._id || _id === post._id)
}

function pick<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % items.length]
}
