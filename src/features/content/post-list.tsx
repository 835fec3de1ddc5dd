import {
  hashKey,
  type InfiniteData,
  useQuery,
  useQueryClient,
  useSuspenseInfiniteQuery,
} from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useReducer } from 'react'
import type { ViewedPost, ViewedUser } from '../../contract/viewed.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { firstRead, lastRead, noteRead, onNewVisit } from '../../data/last-read.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToPosts } from '../../data/pending-writes.ts'
import { type feedQuery, MAX_QUEUED, queuedPostsQuery, showQueuedPosts } from '../../data/posts.ts'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import type { Pages } from '../../ui/kept-place.ts'
import { QueuedButton } from '../../ui/queued-button.tsx'
import { WindowList } from '../../ui/window-list.tsx'
import styles from './lists.module.css'
import { NextPage } from './next-page.tsx'
import { PendingList } from './pending-list.tsx'
import { PostCard } from './post-card.tsx'

type PostListProps = {
  posts: ViewedPost[]
  /** Identifies the list among all lists of posts. */
  place: string
  pages: Pages
  /** The `_id` of the post before which the line "You have seen the posts below" belongs. */
  firstRead?: string
  /** Shown if the list is empty. */
  empty?: ReactNode
}

/** Shows posts in the given order. */
export function PostList({ posts, place, pages, firstRead, empty }: PostListProps) {
  const keptFocus = useKeptFocus()
  if (posts.length === 0) return empty
  return (
    <div {...keptFocus}>
      <WindowList items={posts} keyOf={({ _id }) => _id} label="Posts" pages={pages} place={place}>
        {(post) => (
          <>
            {post._id === firstRead && <SeenBelow />}
            <PostCard post={post} />
          </>
        )}
      </WindowList>
    </div>
  )
}

type PagedPostsProps = {
  query: typeof feedQuery
  viewer: ViewedUser
  /** Whether a new post of another user is part of this list; by default, every post is. */
  belongs?: (post: ViewedPost) => boolean
  /** Whether the list tells which posts are new since the last visit. */
  marksNew?: boolean
  empty?: ReactNode
}

const NONE: ViewedPost[] = []

/** A list of posts that loads its next page when the user scrolls near its end. */
export function PagedPosts({ query, viewer, belongs, marksNew, empty }: PagedPostsProps) {
  const result = useSuspenseInfiniteQuery(query)
  const { data, hasNextPage } = result
  const writes = usePendingWrites()
  const posts = useMemo(() => applyToPosts(allPosts(data), writes, viewer), [data, writes, viewer])
  const firstRead = useFirstRead(marksNew ? posts : NONE, viewer)
  return (
    <div>
      <QueuedPosts listed={posts} belongs={belongs} viewer={viewer} />
      <div aria-live="polite">{posts.length === 0 && !hasNextPage && empty}</div>
      <PostList
        posts={posts}
        place={hashKey(query.queryKey)}
        pages={result}
        firstRead={firstRead}
      />
      <NextPage result={result} label="Show more posts" />
    </div>
  )
}

/** One that arrived late is on top, and again in the page of its time once that is loaded. */
export function allPosts({ pages }: InfiniteData<{ rows: ViewedPost[] }>): ViewedPost[] {
  const all = pages.flatMap(({ rows }) => rows)
  return [...new Map(all.map((post) => [post._id, post])).values()]
}

type QueuedPostsProps = {
  /** The posts that the list shows already. */
  listed: readonly ViewedPost[]
  belongs?: (post: ViewedPost) => boolean
  viewer: ViewedUser
}

/** A button such as "3 new posts", which adds them to the list and scrolls to the top. */
function QueuedPosts({ listed, belongs = () => true, viewer }: QueuedPostsProps) {
  const client = useQueryClient()
  const { data: queued } = useQuery(queuedPostsQuery)
  const shown = new Set(listed.map(({ _id }) => _id))
  const waiting = applyToPosts(queued, usePendingWrites(), viewer)
  const count = waiting.filter((post) => belongs(post) && !shown.has(post._id)).length

  const many = `${count}${queued.length < MAX_QUEUED ? '' : '+'} new posts`
  const text = count === 1 ? '1 new post' : many
  return (
    <QueuedButton
      text={count ? text : ''}
      testId="new-posts-button"
      onShow={() => showQueuedPosts(client)}
    />
  )
}

/** The posts of the viewer that are being sent or were refused, shown above the feed. */
export function PendingPosts({ viewer }: { viewer: ViewedUser }) {
  return <PendingList kind="post" viewer={viewer} draft={useDraft('post')} />
}

/** The `_id` of the post before which {@link SeenBelow} belongs, if any (R4.24). */
function useFirstRead(posts: readonly ViewedPost[], viewer: ViewedUser): string | undefined {
  const [, update] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onNewVisit(update), [])
  const first = firstRead(posts, lastRead(viewer._id), viewer._id)
  useEffect(() => noteRead(viewer._id, posts), [viewer._id, posts])
  return first
}

/** The line between the posts that are new to the viewer and those they have seen. A screen reader reads it before these. */
function SeenBelow() {
  return (
    <p className={styles.seenBelow} data-seen-below>
      <Check size={16} aria-hidden="true" />
      You have seen the posts below
    </p>
  )
}
