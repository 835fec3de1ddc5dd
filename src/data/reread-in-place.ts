import { hashKey, type InfiniteData, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ViewedPost } from '../contract/viewed.ts'
import { trimPages } from './cached-rows.ts'
import { listsWithQueue, MAX_QUEUED, type PostList, queuedPostsQuery } from './posts.ts'
import { NOTIFICATIONS, type Page, PEOPLE, POSTS } from './query-keys.ts'
import { rereadAll, rereadPost } from './reread.ts'

type PostPages = InfiniteData<Page<ViewedPost>>

/** The largest page of the API. */
const MAX_LIMIT = 100
/** Room for new posts in the first page that is read. */
const SOME_NEW = 20

/**
 * Read everything again without moving the text that the user is reading (R2.24): in lists whose new posts are queued, rows
 * change in place. Other queries are invalidated.
 */
export async function rereadInPlace(client: QueryClient): Promise<void> {
  const lists = listsWithQueue(client).filter((list) => isShown(client, list))
  const inPlace = new Set([...lists, queuedPostsQuery].map(({ queryKey }) => hashKey(queryKey)))
  const isOther = (queryKey: QueryKey) => !inPlace.has(hashKey(queryKey))
  trimLists(client, isOther)
  const others = rereadAll(client, isOther)
  try {
    const added = await Promise.all(lists.map((list) => rereadList(client, list)))
    const distinct = new Map(added.flat().map((post) => [post._id, post]))
    const newestFirst = [...distinct.values()].sort((a, b) => (a._id < b._id ? 1 : -1))
    client.setQueryData(queuedPostsQuery.queryKey, newestFirst)
    await others
  } catch {
    // The viewer first: their session may be over.
    await others
    trimLists(client)
    await rereadAll(client)
  }
}

function trimLists(client: QueryClient, isTrimmed = (_queryKey: QueryKey) => true): void {
  for (const lists of [POSTS, PEOPLE, NOTIFICATIONS]) {
    for (const { queryKey } of client.getQueryCache().findAll({ queryKey: lists })) {
      if (isTrimmed(queryKey)) trimPages(client, queryKey)
    }
  }
}

/** Whether a list has rows that stay: one that is being read again is replaced in any case. */
function isShown(client: QueryClient, { queryKey }: PostList): boolean {
  const { data, isInvalidated, fetchStatus, fetchMeta } =
    client.getQueryState<PostPages>(queryKey) ?? {}
  const isRefetching = fetchStatus === 'fetching' && !fetchMeta?.fetchMore
  return !isInvalidated && !isRefetching && data !== undefined && rowsOf(data).length > 0
}

/** @returns the posts that are not in the list, the newest {@link MAX_QUEUED} at most */
async function rereadList(client: QueryClient, list: PostList): Promise<ViewedPost[]> {
  const { queryKey } = list
  const before = client.getQueryData<PostPages>(queryKey)
  if (!before) return []
  const { posts, end, isCovered } = await readAgain(list, before)
  // A next page that is on its way would put the old rows back.
  await client.cancelQueries({ queryKey, exact: true })
  const data = client.getQueryData<PostPages>(queryKey) ?? before
  const read = new Map(posts.map((post) => [post._id, post]))
  const pages = data.pages.map(({ rows, ...page }) => ({
    ...page,
    rows: rows.flatMap((row) => read.get(row._id) ?? (isCovered(row) ? [] : row)),
  }))
  const listed = new Set(pages.flatMap(({ rows }) => rows).map(({ _id }) => _id))
  if (listed.size === 0) {
    // Nothing is left that could move.
    await client.invalidateQueries({ queryKey, exact: true })
    return []
  }
  client.setQueryData(queryKey, { ...data, pages })
  const others = rowsOf(data).filter((row) => !read.has(row._id) && !isCovered(row))
  await Promise.all(others.map(({ _id }) => rereadPost(client, _id)))
  // A page can go on behind the end of the list: those are older, not new.
  return posts.filter(({ _id }) => _id > end && !listed.has(_id)).slice(0, MAX_QUEUED)
}

/**
 * Reads the posts of a list down to its last loaded page, and those that are newer.
 * @returns `end`: the `_id` of the last post of the list, if there are older ones; `isCovered`: whether a post was read, if it
 *   still exists
 */
async function readAgain({ read }: PostList, data: PostPages) {
  const loaded = rowsOf(data).map(({ _id }) => _id)
  const newest = loaded.reduce((one, other) => (one > other ? one : other))
  const end = data.pages.at(-1)?.next ?? ''
  const limit = Math.min(loaded.length + SOME_NEW, MAX_LIMIT)
  const posts: ViewedPost[] = []
  let hasGap = false
  for (let before: string | undefined = ''; before !== undefined; ) {
    const { rows, next }: Page<ViewedPost> = await read(before, limit)
    posts.push(...rows)
    const last = rows.at(-1)?._id ?? ''
    const isTooNew = last > newest && posts.length >= MAX_QUEUED
    hasGap ||= isTooNew
    before = last <= end ? undefined : next && isTooNew ? newest : next
  }
  const isCovered = ({ _id }: ViewedPost) => _id >= end && !(hasGap && _id === newest)
  return { posts, end, isCovered }
}

function rowsOf({ pages }: PostPages): ViewedPost[] {
  return pages.flatMap(({ rows }) => rows)
}
