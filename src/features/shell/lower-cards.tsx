import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ViewedPost, ViewedUser } from '../../contract/viewed.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToPosts } from '../../data/pending-writes.ts'
import { feedQuery } from '../../data/posts.ts'
import type { Page } from '../../data/query-keys.ts'
import { peopleQuery } from '../../data/users.ts'
import { LinksCard } from './links-card.tsx'
import styles from './lower-cards.module.css'

const MOST = 3

/**
 * In the right column, below "Who to follow": those of the newest posts that have most comments, and links (R2.36). It loads nothing
 * itself, and waits for all rows, because late ones would push down what is below them.
 */
export function LowerCards({ viewer }: { viewer: ViewedUser }) {
  const people = useInfiniteQuery({ ...peopleQuery(), enabled: false })
  const feed = useInfiniteQuery({ ...feedQuery, enabled: false, select: commented })
  const posts = applyToPosts(feed.data ?? [], usePendingWrites(), viewer).slice(0, MOST)
  if (people.isPending || feed.isPending) return null
  return (
    <>
      {posts.length > 0 && <TalkedAbout posts={posts} />}
      <LinksCard />
    </>
  )
}

function TalkedAbout({ posts }: { posts: ViewedPost[] }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>Being talked about</h2>
      <ul className={styles.posts}>
        {posts.map(({ _id, content, firstName, username, commentCount }) => (
          <li key={_id}>
            <Link to="/post/$postId" params={{ postId: _id }} className={styles.post}>
              <span className={styles.text}>{content.trim() || 'A photo'}</span>{' '}
              <span className={styles.note}>
                <bdi>{firstName || username}</bdi> · {commentCount}{' '}
                {commentCount === 1 ? 'comment' : 'comments'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Of the first page only, so that scrolling the feed does not change it. */
function commented({ pages: [first] }: InfiniteData<Page<ViewedPost>>): ViewedPost[] {
  const posts = first?.rows.filter(({ commentCount }) => commentCount > 0) ?? []
  return posts.sort((a, b) => b.commentCount - a.commentCount)
}
