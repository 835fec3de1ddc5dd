import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import type { Post, User } from '../../contract/entities.ts'
import { setBookmark } from '../../data/bookmarks.ts'
import { pendingWrites } from '../../data/optimistic-write.ts'
import { applyToViewer, hasRow } from '../../data/pending-writes.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './bookmark-button.module.css'

/** Adds a bookmark or removes it. */
export function BookmarkButton({ post, viewer }: { post: Post; viewer: User }) {
  const client = useQueryClient()
  const bookmark = useMutation(setBookmark(post._id))
  const marked = hasRow(viewer.bookmarks, post)

  function toggle() {
    // A second click may come before the first one is drawn.
    const now = applyToViewer(viewer, pendingWrites(client))
    bookmark.mutate({ type: 'bookmark', post, wanted: !hasRow(now.bookmarks, post) })
  }
  return (
    <IconButton
      label="Bookmark"
      title={marked ? 'Remove bookmark' : 'Bookmark'}
      className={styles.button}
      aria-pressed={marked}
      onClick={toggle}
    >
      <Bookmark size={20} aria-hidden="true" />
    </IconButton>
  )
}
