import type { ReactNode } from 'react'
import type { Post, User } from '../../contract/entities.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { WindowList } from '../../ui/window-list.tsx'
import { PostCard } from './post-card.tsx'

type Props = {
  posts: Post[]
  viewer: User
  /** Names the list among all lists of posts. */
  place: string
  /** Whether more posts can be had than these. */
  more?: boolean
  /** Stands there when the list is empty. */
  empty?: ReactNode
}

/** Posts, one under the other, in the order given. */
export function PostList({ posts, viewer, place, more, empty }: Props) {
  useFocusAfterRemoval(posts.length)
  if (posts.length === 0) return empty
  return (
    <WindowList items={posts} keyOf={({ _id }) => _id} label="Posts" more={more} place={place}>
      {(post) => <PostCard post={post} viewer={viewer} />}
    </WindowList>
  )
}
