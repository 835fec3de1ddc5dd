import {
  useMutation,
  useMutationState,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { User } from '../../contract/entities.ts'
import { cachedComments } from '../../data/cached-rows.ts'
import { addComment, commentsQuery, pendingComments } from '../../data/comments.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToComments } from '../../data/pending-writes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { PendingCard } from './card.tsx'
import { CommentCard } from './comment-card.tsx'
import { Composer } from './composer.tsx'
import styles from './lists.module.css'
import { useComposition } from './use-composition.ts'

/** The comments on a post, newest first, below the composer for a new one. */
export function Comments({ postId, viewer }: { postId: string; viewer: User }) {
  const { data } = useSuspenseQuery(commentsQuery(postId))
  const comments = applyToComments(data, usePendingWrites(), viewer)
  const sending = useMutationState(pendingComments(postId))
  const keptFocus = useKeptFocus()
  return (
    <section className={styles.comments} aria-label="Comments">
      <CommentComposer postId={postId} viewer={viewer} />
      {sending.map(({ content, imageUrl }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids yet, and their order does not change
        <PendingCard key={index} compact viewer={viewer} content={content} imageUrl={imageUrl} />
      ))}
      {comments.length + sending.length === 0 && (
        <EmptyState drawing="road" text="No comments yet">
          <p>Start the conversation.</p>
        </EmptyState>
      )}
      <div {...keptFocus}>
        <ol className={styles.list} aria-label="Comments, newest first">
          {comments.map((comment) => (
            <li key={comment._id}>
              <ErrorBoundary fallback={<p className={styles.empty}>This can't be shown.</p>}>
                <CommentCard postId={postId} comment={comment} viewer={viewer} />
              </ErrorBoundary>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function CommentComposer({ postId, viewer }: { postId: string; viewer: User }) {
  const { mutateAsync: send } = useMutation(addComment(postId))
  const client = useQueryClient()
  const composition = useComposition(`comment/${postId}`, {
    uploadError: 'There is some problem with uploading image',
    send,
    isStored: (id) => cachedComments(client, postId)?.some(({ _id }) => _id === id) ?? false,
  })
  return (
    <Composer
      label="Add a comment"
      testId="comment-input"
      viewer={viewer}
      composition={composition}
    />
  )
}
