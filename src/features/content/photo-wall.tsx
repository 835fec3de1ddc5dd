import { hashKey, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, memo, type ReactNode, type RefObject, useMemo, useRef } from 'react'
import type { ViewedPost, ViewedUser } from '../../contract/viewed.ts'
import { imagesOf } from '../../data/drafts/draft.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToPosts } from '../../data/pending-writes.ts'
import type { feedQuery } from '../../data/posts.ts'
import { useKeptPlace } from '../../ui/window-list.tsx'
import { NextPage } from './next-page.tsx'
import styles from './photo-wall.module.css'
import { mayMove, PictureMotion, useLoading } from './picture.tsx'
import { afterColon } from './pictures.tsx'
import { allPosts } from './post-list.tsx'

type Props = {
  query: typeof feedQuery
  viewer: ViewedUser
  columns: number
  /** Shown if no post has a picture. */
  empty?: ReactNode
}

/** The pictures of a list of posts as a wall (R10.28): the first one of each post, as a link to the post. */
export function PhotoWall({ query, viewer, columns, empty }: Props) {
  const result = useSuspenseInfiniteQuery(query)
  const { data } = result
  const writes = usePendingWrites()
  const posts = useMemo(
    () => applyToPosts(allPosts(data), writes, viewer).filter(({ imageUrl }) => imageUrl),
    [data, writes, viewer],
  )
  const keys = useMemo(() => posts.map(({ _id }) => _id), [posts])
  const list = useRef<HTMLUListElement>(null)
  const heights = useMemo(() => ({ tops: gridTops(list, columns) }), [columns])
  useKeptPlace(
    list,
    { place: `photos/${hashKey(query.queryKey)}`, heights },
    { keys, pages: result },
  )
  // After a page without a picture, the next ones may have none either.
  const shown = new Set(keys)
  const goesOn =
    data.pages.length === 1 || data.pages.at(-1)?.rows.some(({ _id }) => shown.has(_id))
  return (
    <>
      {posts.length === 0 && !result.hasNextPage && empty}
      <ul
        ref={list}
        className={styles.wall}
        style={{ '--columns': columns } as CSSProperties}
        aria-label="Photos"
        hidden={posts.length === 0}
      >
        {posts.map((post) => (
          <Photo key={post._id} post={post} />
        ))}
      </ul>
      <NextPage result={result} label="Show more photos" byItself={goesOn} />
    </>
  )
}

const Photo = memo(function Photo({ post }: { post: ViewedPost }) {
  const image = useRef<HTMLImageElement>(null)
  const [{ url, alt } = { url: '', alt: '' }, ...more] = imagesOf(post)
  const { state, events } = useLoading(url)
  const text = alt || `Photo by ${post.username}${afterColon(post.content)}`
  return (
    <li className={styles.photo} data-key={post._id}>
      <Link to="/post/$postId" params={{ postId: post._id }} className={styles.link}>
        {state === 'failed' ? (
          <span className={styles.missing}>{text}</span>
        ) : (
          <img ref={image} src={url} alt={text} loading="lazy" decoding="async" {...events} />
        )}
        {more.length > 0 && (
          <span className={styles.more}>
            +{more.length}
            <span className={styles.spoken}> more</span>
          </span>
        )}
      </Link>
      {state === 'loaded' && mayMove(url) && <PictureMotion image={image} src={url} />}
    </li>
  )
})

/** The top of each tile relative to the wall, followed by the height of the wall. All tiles are equally high. */
function gridTops(list: RefObject<HTMLElement | null>, columns: number) {
  return (keys: readonly string[]): number[] => {
    const [first, below] = [list.current?.children[0], list.current?.children[columns]]
    const topOf = (tile: Element | undefined) => tile?.getBoundingClientRect().top ?? 0
    const height = below ? topOf(below) - topOf(first) : 0
    return [...keys, ''].map((_, index) => Math.floor(index / columns) * height)
  }
}
