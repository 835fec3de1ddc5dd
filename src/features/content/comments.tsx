import { useMutationState, useSuspenseQuery } from '@tanstack/react-query'
import type { User } from '../../contract/entities.ts'
import { commentsQuery, pendingComments } from '../../data/comments.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToComments } from '../../data/pending-writes.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { CommentCard } from './comment-card.tsx'
import { CommentComposer } from './comment-composer.tsx'
import styles from './comments.module.css'
import { SendingCard } from './sending-card.tsx'

/** The comments on a post, newest first, under the place to write one. */
export function Comments({ postId, viewer }: { postId: string; viewer: User }) {
  const { data } = useSuspenseQuery(commentsQuery(postId))
  const comments = applyToComments(data, usePendingWrites(), viewer)
  const sending = useMutationState(pendingComments(postId))
  const photo = viewer.profilePhoto.chosen || viewer.profilePhoto.default
  useFocusAfterRemoval(comments.length)
  return (
    <section className={styles.comments} aria-label="Comments">
      <CommentComposer postId={postId} viewer={viewer} />
      {sending.map(({ content, imageUrl }, index) => (
        <SendingCard
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids yet, and stay in their order
          key={index}
          compact
          photo={photo}
          username={viewer.username}
          content={content}
          imageUrl={imageUrl}
        />
      ))}
      {comments.length + sending.length === 0 && (
        <p className={styles.empty}>No comments yet. Start the talk.</p>
      )}
      <ol className={styles.list} aria-label="Comments, newest first">
        {comments.map((comment) => (
          <li key={comment._id}>
            <ErrorBoundary fallback={<p className={styles.empty}>This one cannot be shown.</p>}>
              <CommentCard postId={postId} comment={comment} viewer={viewer} />
            </ErrorBoundary>
          </li>
        ))}
      </ol>
    </section>
  )
}
