import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import type { Post } from '../../contract/entities.ts'
import { queuedPostsQuery, showQueuedPosts } from '../../data/posts.ts'
import styles from './queued-posts.module.css'

type Props = {
  /** The posts of the list below, which may have some of those that wait by now. */
  listed: readonly Post[]
  /** Which posts belong into that list; all of them, if not given. */
  belongs?: (post: Post) => boolean
}

/** "3 new posts": puts them on top, and the reader with them. */
export function QueuedPosts({ listed, belongs = () => true }: Props) {
  const client = useQueryClient()
  const { data: waiting } = useQuery(queuedPostsQuery)
  const shown = new Set(listed.map(({ _id }) => _id))
  const count = waiting.filter((post) => belongs(post) && !shown.has(post._id)).length

  function show() {
    showQueuedPosts(client)
    window.scrollTo({ top: 0 })
  }
  return (
    <div className={styles.place} role="status">
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={show}>
          <ArrowUp size={18} aria-hidden="true" />
          {count === 1 ? '1 new post' : `${count} new posts`}
        </button>
      )}
    </div>
  )
}
