import {
  type InfiniteData,
  InfiniteQueryObserver,
  type Query,
  QueryClient,
  QueryObserver,
} from '@tanstack/react-query'
import { vi } from 'vitest'
import { testApi } from '../../../mocks/testing/api.ts'
import { noteForeignChange, type ViewedReply } from '../../client/call.ts'
import type { Options } from '../../client/call-through.ts'
import { HttpError } from '../../client/http.ts'
import type { CallName } from '../../contract/calls.ts'
import type { Change } from '../../contract/changes.ts'
import { seedPasswords } from '../../contract/seed-passwords.ts'
import type { ViewedComment, ViewedPost, ViewedUser } from '../../contract/viewed.ts'
import { viewerQuery } from '../auth.ts'
import { bookmarksQuery } from '../bookmarks.ts'
import { commentsQuery } from '../comments.ts'
import { refresh } from '../live-updates.ts'
import { pendingWrites } from '../optimistic-write.ts'
import * as pending from '../pending-writes.ts'
import { feedQuery, postQuery, queuedPostsQuery } from '../posts.ts'
import type { Page } from '../query-keys.ts'
import { peopleQuery } from '../users.ts'

/** A pending request. The test decides when the server handles it and when the page gets the reply. */
type Call = {
  isRead: boolean
  serve: () => Promise<Response>
  response?: Response
  resolve: (response: Response) => void
  reject: (error: Error) => void
}

/**
 * The data layer of a page without a browser, with every list open, over the real back end. The test controls
 * the network between them.
 */
export async function openPage() {
  const unpublished: Change[][] = []
  const api = testApi(undefined, {
    publish: ({ by, changes }) => by || unpublished.push(changes ?? []),
  })
  const me = await api.logIn({ username: 'mira', password: seedPasswords.mira })
  const other = await api.logIn({ username: 'theo', password: seedPasswords.theo })
  const theirs = await api.writePost(other.token, 'Theirs')
  const post = await api.writePost(me.token, 'With comments')
  const comments = [
    await api.writeComment(me.token, post._id, 'By me'),
    await api.writeComment(other.token, post._id, 'By theo'),
  ] as const
  unpublished.length = 0

  const calls: Call[] = []
  const statuses: number[] = []
  stubBrowser(me.token, (url, init) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    if (init.signal?.aborted) reject(new Error('aborted'))
    const isRead = init.method === 'GET' || url === '/api/auth/verify'
    calls.push({ isRead, serve: () => api.send(url, init), resolve, reject })
    return promise
  })
  const client = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: Number.POSITIVE_INFINITY },
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  })
  const one = postQuery(post._id)
  const list = commentsQuery(post._id)
  const stops = [
    new InfiniteQueryObserver(client, feedQuery).subscribe(() => undefined),
    new InfiniteQueryObserver(client, peopleQuery()).subscribe(() => undefined),
    new InfiniteQueryObserver(client, bookmarksQuery).subscribe(() => undefined),
    new InfiniteQueryObserver(client, list).subscribe(() => undefined),
    ...[viewerQuery, queuedPostsQuery, one].map((query) =>
      // The options differ in the type of their data only.
      new QueryObserver(client, query as never).subscribe(() => undefined),
    ),
  ]

  const writes = () => pendingWrites(client)
  const viewer = () => client.getQueryData(viewerQuery.queryKey) as ViewedUser
  const rowsOf = <Row>(data: InfiniteData<Page<Row>> | undefined): Row[] =>
    data?.pages.flatMap(({ rows }) => rows) ?? []
  const people = () => rowsOf(client.getQueryData(peopleQuery().queryKey))
  const shownFeed = () => {
    const posts = rowsOf(client.getQueryData(feedQuery.queryKey))
    return pending.applyToPosts(posts, writes(), viewer())
  }
  const shownComments = () =>
    pending.applyToComments(rowsOf(client.getQueryData(list.queryKey)), writes(), viewer())

  /** The data as the screens show them. */
  function shown() {
    // The app leaves the screen of a deleted post.
    const isThere = shownFeed().some(({ _id }) => _id === post._id)
    const answer = isThere ? client.getQueryData(one.queryKey) : undefined
    const onePost = answer && pending.applyToPost(answer, writes(), viewer())
    const bookmarks = rowsOf(client.getQueryData(bookmarksQuery.queryKey))
    return {
      feed: shownFeed().map(postFacts),
      bookmarks: ids(pending.applyToBookmarks(bookmarks, writes(), viewer())),
      post: onePost && postFacts(onePost),
      comments: isThere ? shownComments().map(commentFacts) : [],
      viewer: userFacts(viewer()),
      people: people().map((user) => userFacts(pending.applyToUser(user, writes(), viewer()))),
    }
  }

  /** The data of the back end, with the pending writes applied. */
  async function stored(): Promise<ReturnType<typeof shown>> {
    const { posts } = await read('GET /api/posts')
    const { users } = await read('GET /api/users')
    const { bookmarks } = await read('GET /api/users/bookmark')
    const self = users.find(({ _id }) => _id === me.user._id) as ViewedUser
    const row = posts.find(({ _id }) => _id === post._id)
    const onePost = row && pending.applyToPost(row, writes(), self)
    const params = { postId: post._id }
    const comments = row ? (await read('GET /api/comments/:postId', { params })).comments : []
    return {
      feed: pending.applyToPosts(posts, writes(), self).map(postFacts),
      bookmarks: ids(pending.applyToBookmarks(bookmarks, writes(), self)),
      post: onePost && postFacts(onePost),
      comments: onePost ? pending.applyToComments(comments, writes(), self).map(commentFacts) : [],
      viewer: userFacts(self),
      people: users.map((user) => userFacts(pending.applyToUser(user, writes(), self))),
    }
  }

  /** The counts that only replies change, on the page and in the back end. */
  async function counts() {
    const { users } = await read('GET /api/users')
    const { posts } = await read('GET /api/posts')
    const countsOf = (some: readonly ViewedUser[], feed: readonly ViewedPost[]) => [
      some.map(({ followingCount }) => followingCount),
      feed.map(({ commentCount }) => commentCount),
    ]
    return { shown: countsOf(people(), shownFeed()), stored: countsOf(users, posts) }
  }

  async function read<Name extends CallName>(name: Name, options: Options<Name> = {}) {
    const answer = await api.call(name, { ...options, token: me.token, prefer: 'people=own' })
    return answer.data as ViewedReply<Name>
  }

  /** Let the server handle a request, without delivering the reply. */
  async function serve(call: Call): Promise<void> {
    call.response ??= await call.serve()
  }

  async function answer(call: Call, response?: Response): Promise<void> {
    if (response) call.response ??= response
    await serve(call)
    calls.splice(calls.indexOf(call), 1)
    if (!call.response) return
    if (!call.isRead) statuses.push(call.response.status)
    call.resolve(call.response)
    await rest()
  }

  async function breakOff(call: Call): Promise<void> {
    calls.splice(calls.indexOf(call), 1)
    call.reject(new Error('The connection broke'))
    await rest()
  }

  /** Deliver the oldest change that was not yet published to the page. */
  async function publish(): Promise<void> {
    const changes = unpublished.shift()
    if (!changes) return
    noteForeignChange()
    refresh(client, changes)
    await rest()
  }

  /** Tell the page only that any row may have changed, as after many changes or a time without a network. */
  function publishAll(): void {
    unpublished.length = 0
    noteForeignChange()
    refresh(client)
  }

  /** Deliver replies until no request is pending. A failed read is repeated, as a screen does. */
  async function settle(): Promise<void> {
    await rest()
    for (let round = 0; round < 1000; round++) {
      const [call] = calls
      if (unpublished.length > 0) await publish()
      else if (call) await answer(call)
      else if (hasStaleData()) client.refetchQueries({ predicate: isStale }).catch(() => undefined)
      else return
      await rest()
    }
    throw new Error('The page never settles')
  }

  // A deleted post is not read again, because its screen closes.
  const isStale = ({ state: { isInvalidated, error } }: Query) =>
    isInvalidated && !(error instanceof HttpError && error.response?.status === 404)
  const hasStaleData = () => client.getQueryCache().findAll({ predicate: isStale }).length > 0

  await rest()
  await settle()
  return {
    api,
    me,
    other,
    theirs,
    post,
    comments,
    client,
    calls,
    statuses,
    serve,
    answer,
    breakOff,
    publish,
    publishAll,
    settle,
    rest,
    viewer,
    people,
    writes,
    shown,
    shownFeed,
    shownComments,
    stored,
    counts,
    /** Whether every change was delivered to the page and no read is pending. */
    isUpToDate: () =>
      unpublished.length === 0 && calls.every(({ isRead }) => !isRead) && !hasStaleData(),
    close() {
      for (const stop of stops) stop()
      client.clear()
      vi.unstubAllGlobals()
      Reflect.deleteProperty(navigator, 'serviceWorker')
    },
  }
}

/** A global of Node, where this runs. The types of this folder are those of the browser. */
declare const setImmediate: (run: () => void) => void

/** Run all work that is possible without a reply. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
}

function stubBrowser(
  token: string,
  fetch: (url: string, init: RequestInit) => Promise<Response>,
): void {
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('localStorage', { getItem: () => token })
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('http://gearheads.test/'))
  const serviceWorker = { value: { controller: {} }, configurable: true }
  Object.defineProperty(navigator, 'serviceWorker', serviceWorker)
}

const ids = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id)

const commentFacts = ({ _id, content, votes }: ViewedComment) => ({ _id, content, votes })

/** Without the number of comments, which the page learns from the reply to a deletion. */
const postFacts = ({ _id, content, likes, bookmarkedBy, followedBy }: ViewedPost) => {
  return { _id, content, likes, bookmarkedBy, followedBy }
}

/** Without the number of those whom a user follows, which the page learns from the reply to a follow. */
const userFacts = ({ _id, followers, followerCount }: ViewedUser) => {
  return { _id, followers, followerCount }
}
