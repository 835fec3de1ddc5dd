import { type InfiniteData, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef } from 'react'
import type { feedQuery } from '../../api/posts.ts'
import type { User } from '../../contract/entities.ts'
import { Button } from '../../ui/button.tsx'
import styles from './post-list.module.css'
import { PostList } from './post-list.tsx'

type Props = {
  query: typeof feedQuery
  viewer: User
  empty?: ComponentProps<typeof PostList>['empty']
}

/** A list of posts that loads its next page when its end comes near. */
export function PagedPosts({ query, viewer, empty }: Props) {
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

  return (
    <>
      <PostList posts={allPosts(data)} viewer={viewer} empty={empty} />
      {hasNextPage && (
        <div ref={end} className={styles.more}>
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more posts
          </Button>
        </div>
      )}
    </>
  )
}

function allPosts<Post>({ pages }: InfiniteData<{ posts: Post[] }>): Post[] {
  return pages.flatMap(({ posts }) => posts)
}
