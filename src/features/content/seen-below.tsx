import { Check } from 'lucide-react'
import { useEffect, useReducer } from 'react'
import type { ViewedPost, ViewedUser } from '../../contract/viewed.ts'
import { firstRead, lastRead, noteRead, onNewVisit } from '../../data/last-read.ts'
import styles from './lists.module.css'

/** The `_id` of the post before which {@link SeenBelow} belongs, if any (R4.24). */
export function useFirstRead(posts: readonly ViewedPost[], viewer: ViewedUser): string | undefined {
  const [, update] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onNewVisit(update), [])
  const first = firstRead(posts, lastRead(viewer._id), viewer._id)
  useEffect(() => noteRead(viewer._id, posts), [viewer._id, posts])
  return first
}

/** The line between the posts that are new to the viewer and those they have seen. A screen reader reads it before these. */
export function SeenBelow() {
  return (
    <p className={styles.seenBelow} data-seen-below>
      <Check size={16} aria-hidden="true" />
      You have seen the posts below
    </p>
  )
}
