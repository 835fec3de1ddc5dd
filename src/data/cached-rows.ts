import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { shownPhoto } from '../contract/shown-photo.ts'
import type { ViewedComment, ViewedPost, ViewedUser } from '../contract/viewed.ts'
import { COMMENTS, ONE_POST, type Page, POSTS, USERS, VIEWER } from './query-keys.ts'

/*
 * One row is in many queries: a post in the feed, in searches, on its own screen. These functions read and
 * change it in all of them.
 */

/**
 * Change the data of `queryKey` and of every longer key. Unlike `setQueriesData`, this does not make data
 * fresh in which only one row is new: `dataUpdatedAt` and `isInvalidated` stay as they are.
 * @param change returns the same value to leave the data as they are
 */
export function patch<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state
    if (data === undefined || data === null) continue
    const changed = change(data as Data)
    if (changed === data) continue
    query.setData(changed, { updatedAt: dataUpdatedAt, manual: true })
    if (isInvalidated) query.invalidate()
  }
}

/** The data of a query over rows: one row, a list, or a list by pages. */
type Data<Row> = Row | Row[] | InfiniteData<Page<Row>>
type Change<Row> = (row: Row) => Row | undefined

/** Change a post wherever it is cached. A change to `undefined` removes it from every list. */
export function changePost(client: QueryClient, postId: string, change: Change<ViewedPost>): void {
  patch<Data<ViewedPost>>(client, POSTS, (data) => changeRow(data, postId, change))
}

function changeRow<Row extends { _id: string }>(
  data: Data<Row>,
  id: string,
  change: Change<Row>,
): Data<Row> {
  if (Array.isArray(data)) return changeIn(data, id, change)
  if (isPaged(data)) {
    const pages = data.pages.map((page) => {
      const rows = changeIn(page.rows, id, change)
      return rows === page.rows ? page : { ...page, rows }
    })
    return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data
  }
  return data._id === id ? (change(data) ?? data) : data
}

function changeIn<Row extends { _id: string }>(
  rows: Row[],
  id: string,
  change: Change<Row>,
): Row[] {
  if (!rows.some(({ _id }) => _id === id)) return rows
  return rows.flatMap((row) => (row._id === id ? (change(row) ?? []) : row))
}

/** Every row has an `_id`. A user may also have a field of any other name, which sign-up added. */
function isPaged<Row extends object>(
  data: Row | InfiniteData<Page<Row>>,
): data is InfiniteData<Page<Row>> {
  return !('_id' in data)
}

/** Remove a deleted post from every list. The query of its own screen stays while that is open. */
export function removePost(client: QueryClient, postId: string): void {
  changePost(client, postId, () => undefined)
  client.removeQueries({ queryKey: [...ONE_POST, postId], type: 'inactive' })
}

/** Drop all but the first page of a list by pages, so that it is read again with one call. */
export function trimPages(client: QueryClient, queryKey: QueryKey): void {
  const trim = (data: Data<ViewedPost | ViewedUser>) =>
    !Array.isArray(data) && isPaged(data) && data.pages.length > 1
      ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }
      : data
  patch(client, queryKey, trim)
}

/** The post as the API returned it last, if any query has it. */
export function cachedPost(client: QueryClient, postId: string): ViewedPost | undefined {
  return findCached<ViewedPost>(client, POSTS, postId)
}

/** The user as the API returned them last, if any query over users has them. */
export function cachedUser(client: QueryClient, id: string): ViewedUser | undefined {
  return findCached<ViewedUser>(client, USERS, id)
}

function findCached<Row extends { _id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  id: string,
): Row | undefined {
  for (const [, data] of client.getQueriesData<Data<Row>>({ queryKey })) {
    const row = data && rowsIn(data).find(({ _id }) => _id === id)
    if (row) return row
  }
  return undefined
}

function rowsIn<Row extends object>(data: Data<Row>): Row[] {
  if (Array.isArray(data)) return data
  return isPaged(data) ? data.pages.flatMap(({ rows }) => rows) : [data]
}

type PostPages = InfiniteData<Page<ViewedPost>>

/**
 * Put a new post into a paged list, if that list is cached and does not have it. Lists are in the order of `_id`, newest
 * first: a post that was made offline can be older than others. One that belongs to a page that is not cached is left out.
 */
export function addInOrder(
  client: QueryClient,
  queryKey: readonly unknown[],
  post: ViewedPost,
): void {
  patch<PostPages>(client, queryKey, (data) => {
    if (isListed(data, post)) return data
    const place = placeOf(data, post)
    if (!place) return data
    const pages = data.pages.map((page, index) =>
      index === place.page ? { ...page, rows: page.rows.toSpliced(place.row, 0, post) } : page,
    )
    return { ...data, pages }
  })
}

/** Put a post before all others of a paged list, as long as the list is cached. */
export function addOnTop(
  client: QueryClient,
  queryKey: readonly unknown[],
  post: ViewedPost,
): void {
  patch<PostPages>(client, queryKey, (data) => {
    const [first, ...others] = data.pages
    if (!first || isListed(data, post)) return data
    return { ...data, pages: [{ ...first, rows: [post, ...first.rows] }, ...others] }
  })
}

/** Take a post out of one paged list. */
export function removeFrom(client: QueryClient, queryKey: QueryKey, postId: string): void {
  patch<Data<ViewedPost>>(client, queryKey, (data) => changeRow(data, postId, () => undefined))
}

/** Whether the page to which a post belongs is cached, if its list is. */
export function hasPlace(client: QueryClient, queryKey: QueryKey, post: ViewedPost): boolean {
  const data = client.getQueryData<PostPages>(queryKey)
  return data === undefined || placeOf(data, post) !== undefined
}

function isListed({ pages }: PostPages, post: ViewedPost): boolean {
  return pages.some(({ rows }) => rows.some(({ _id }) => _id === post._id))
}

/**
 * The place after the last newer post: those on top that arrived late are older. `undefined` if its page is not cached.
 */
function placeOf(
  { pages }: PostPages,
  post: ViewedPost,
): { page: number; row: number } | undefined {
  const isNewer = ({ _id }: ViewedPost) => _id > post._id
  const page = pages.findLastIndex(({ rows }) => rows.some(isNewer))
  const { rows = [], next } = pages[page] ?? {}
  const row = rows.findLastIndex(isNewer) + 1
  if (page === -1) return { page: 0, row: 0 }
  if (row < rows.length) return { page, row }
  if (page + 1 < pages.length) return { page: page + 1, row: 0 }
  return next ? undefined : { page, row }
}

/** Change one comment on a post, if it is cached. A change to `undefined` removes it. */
export function changeComment(
  client: QueryClient,
  postId: string,
  commentId: string,
  change: Change<ViewedComment>,
): void {
  patch<Data<ViewedComment>>(client, [...COMMENTS, postId], (data) =>
    changeRow(data, commentId, change),
  )
}

/** Add a new comment to a post. One that was sent again after its reply was lost may be there already. */
export function addComment(client: QueryClient, postId: string, added: ViewedComment): void {
  const isListed = cachedComments(client, postId)?.some(({ _id }) => _id === added._id)
  if (isListed) {
    changeComment(client, postId, added._id, () => added)
    return
  }
  patch<InfiniteData<Page<ViewedComment>>>(client, [...COMMENTS, postId], (data) => {
    const [first, ...others] = data.pages
    return first
      ? { ...data, pages: [{ ...first, rows: [added, ...first.rows] }, ...others] }
      : data
  })
  countComments(client, postId, 1)
}

/** Remove a deleted comment. */
export function removeComment(client: QueryClient, postId: string, commentId: string): void {
  const isListed = cachedComments(client, postId)?.some(({ _id }) => _id === commentId)
  changeComment(client, postId, commentId, () => undefined)
  if (isListed) countComments(client, postId, -1)
}

function countComments(client: QueryClient, postId: string, added: number): void {
  changePost(client, postId, (post) => ({ ...post, commentCount: post.commentCount + added }))
}

/** The loaded comments on a post, as the API returned them last. */
export function cachedComments(client: QueryClient, postId: string): ViewedComment[] | undefined {
  const data = client.getQueryData<Data<ViewedComment>>([...COMMENTS, postId])
  return data && rowsIn(data)
}

/** Change a user wherever they are cached. */
export function changeUser(
  client: QueryClient,
  id: string,
  change: (user: ViewedUser) => ViewedUser,
): void {
  patch<Data<ViewedUser>>(client, USERS, (data) => changeRow(data, id, change))
}

/** Change the signed-in user, if there is one, wherever they are cached. */
export function changeViewer(client: QueryClient, change: (user: ViewedUser) => ViewedUser): void {
  const viewer = client.getQueryData<ViewedUser | null>(VIEWER)
  if (!viewer) return
  patch(client, VIEWER, change)
  changeUser(client, viewer._id, change)
}

type Json = { [key: string]: unknown }

/**
 * Change a user's name and photo on every cached post and comment, and whether the viewer follows them. Reading all of
 * them again could take thousands of calls.
 */
export function changeAuthor(client: QueryClient, user: ViewedUser): void {
  for (const queryKey of [POSTS, COMMENTS]) {
    patch(client, queryKey, (data) => withAuthor(data, user))
  }
}

/** Returns the same value if nothing in it belongs to the user, so that nothing renders in vain. */
export function withAuthor(value: unknown, user: ViewedUser): unknown {
  if (Array.isArray(value)) {
    const changed = value.map((item) => withAuthor(item, user))
    return changed.some((item, index) => item !== value[index]) ? changed : value
  }
  if (typeof value !== 'object' || value === null) return value
  const old = value as Json
  const next: Json = {}
  let isChanged = false
  for (const [key, part] of Object.entries({ ...old, ...authorFields(old, user) })) {
    next[key] = withAuthor(part, user)
    isChanged ||= next[key] !== old[key]
  }
  return isChanged ? next : value
}

/** The fields to change on a post or comment of the user. */
function authorFields(
  thing: Json,
  { _id, username, profilePhoto, firstName, followers }: ViewedUser,
): Json {
  if (thing.userId !== _id) return {}
  const userPhoto = shownPhoto(profilePhoto)
  return {
    username,
    firstName,
    userPhoto,
    ...('followedBy' in thing && { followedBy: followers }),
  }
}
