import { hashKey, type InfiniteData, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useMemo, useRef } from 'react'
import type { Post, User } from '../../contract/entities.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToPosts } from '../../data/pending-writes.ts'
import type { feedQuery } from '../../data/posts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './post-list.module.css'
import { PostList } from './post-list.tsx'
import { QueuedPosts } from './queued-posts.tsx'

type Props = {
  query: typeof feedQuery
  viewer: User
  /** Which of the posts that others write belong here; all of them, if not given. */
  belongs?: (post: Post) => boolean
  empty?: ComponentProps<typeof PostList>['empty']
}

/** A list of posts that loads its next page when its end comes near. */
export function PagedPosts({ query, viewer, belongs, empty }: Props) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(query)
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!end.current || !hasNextPage) return
    const near = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && fetchNextPage({ cancelRefetch: false }),
      { rootMargin: '1200px' },
    )
    near.observe(end.current)
    return () => near.disconnect()
  }, [hasNextPage, fetchNextPage])

  const writes = usePendingWrites()
  const posts = useMemo(() => applyToPosts(allPosts(data), writes, viewer), [data, writes, viewer])
  return (
    <div>
      <QueuedPosts listed={posts} belongs={belongs} />
      <div aria-live="polite">{posts.length === 0 && empty}</div>
      <PostList posts={posts} viewer={viewer} place={hashKey(query.queryKey)} more={hasNextPage} />
      {hasNextPage && (
        <div ref={end} className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more posts
          </Button>
        </div>
      )}
    </div>
  )
}

function allPosts<Post>({ pages }: InfiniteData<{ posts: Post[] }>): Post[] {
  return pages.flatMap(({ posts }) => posts)
}
