import { useMutation } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { isBookmarked, setBookmark } from '../../api/bookmarks.ts'
import type { Post, User } from '../../contract/entities.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './bookmark-button.module.css'

/** Bookmarks a post or takes the bookmark back. */
export function BookmarkButton({ post, viewer }: { post: Post; viewer: User }) {
  const bookmark = useMutation(setBookmark(post))
  const marked = isBookmarked(post, viewer)
  return (
    <IconButton
      label="Bookmark"
      title={marked ? 'Remove bookmark' : 'Bookmark'}
      className={styles.button}
      aria-pressed={marked}
      onClick={() => bookmark.mutate(!marked)}
    >
      <Bookmark size={20} aria-hidden="true" />
    </IconButton>
  )
}
