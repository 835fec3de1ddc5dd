import type { ReactNode } from 'react'
import type { Post, User } from '../../contract/entities.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { PostCard } from './post-card.tsx'
import styles from './post-list.module.css'

type Props = {
  posts: Post[]
  viewer: User /** Stands there when the list is empty. */
  empty?: ReactNode
}

/** Posts, one under the other, in the order given. */
export function PostList({ posts, viewer, empty }: Props) {
  useFocusAfterRemoval(posts.length)
  if (posts.length === 0) return empty
  return (
    <ol className={styles.list} aria-label="Posts">
      {posts.map((post) => (
        <li key={post._id}>
          <PostCard post={post} viewer={viewer} />
        </li>
      ))}
    </ol>
  )
}
