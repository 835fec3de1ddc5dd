import {
  type UseSuspenseInfiniteQueryResult,
  useMutation,
  useMutationState,
  useQueryClient,
  useSuspenseInfiniteQuery,
} from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ViewedComment, ViewedUser } from '../../contract/viewed.ts'
import { cachedComments } from '../../data/cached-rows.ts'
import { addComment, commentsQuery, pendingComments } from '../../data/comments.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToComments, mutedBy } from '../../data/pending-writes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { WindowList } from '../../ui/window-list.tsx'
import { PendingCard } from './card.tsx'
import { CommentCard } from './comment-card.tsx'
import { Composer } from './composer.tsx'
import styles from './lists.module.css'
import { NextPage } from './next-page.tsx'
import { useComposition } from './use-composition.ts'

type Pages = Pick<
  UseSuspenseInfiniteQueryResult<{ pages: unknown[] }>,
  'data' | 'hasNextPage' | 'isFetching' | 'fetchNextPage'
>

/** The comments on a post, newest first, below the composer for a new one. */
export function Comments({ postId, viewer }: { postId: string; viewer: ViewedUser }) {
  const result = useSuspenseInfiniteQuery(commentsQuery(postId))
  const loaded = result.data.pages.flatMap(({ rows }) => rows)
  const writes = usePendingWrites()
  const comments = applyToComments(loaded, writes, viewer)
  const muted = mutedBy(viewer, writes)
  const hidden = loaded.filter(({ userId }) => muted.has(userId)).length
  const sending = useMutationState(pendingComments(postId))
  const keptFocus = useKeptFocus()
  const shown = useShownComment(result, comments)
  return (
    <section className={styles.comments} aria-label="Comments">
      <CommentComposer postId={postId} viewer={viewer} />
      {sending.map((body, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids yet, and their order does not change
        <PendingCard key={index} compact viewer={viewer} body={body} />
      ))}
      {comments.length + sending.length + hidden === 0 && (
        <EmptyState drawing="road" text="No comments yet">
          <p>Start the conversation.</p>
        </EmptyState>
      )}
      <div {...keptFocus}>
        <WindowList
          items={comments}
          keyOf={keyOf}
          label="Comments, newest first"
          more={result.hasNextPage}
          place={`comments/${postId}`}
          shown={shown}
        >
          {(comment) => <CommentCard postId={postId} comment={comment} viewer={viewer} />}
        </WindowList>
      </div>
      {hidden > 0 && (
        <p className={styles.muted}>
          {hidden === 1
            ? '1 comment by someone you muted is hidden.'
            : `${hidden} comments by people you muted are hidden.`}
        </p>
      )}
      <NextPage result={result} label="Show more comments" />
    </section>
  )
}

/** Older comments are loaded until the one of the address is there, at most so many pages. */
const MAX_PAGES = 20

/** The comment that the address names after "#", as a notification does. Loads pages until it is there. */
function useShownComment(
  { data, hasNextPage, isFetching, fetchNextPage }: Pages,
  comments: readonly ViewedComment[],
): string | undefined {
  const shown = useLocation({ select: ({ hash }) => hash }) || undefined
  const isMissing = shown !== undefined && !comments.some(({ _id }) => _id === shown)
  const loads = isMissing && hasNextPage && !isFetching && data.pages.length < MAX_PAGES
  useEffect(() => {
    if (loads) fetchNextPage()
  }, [loads, fetchNextPage])
  return shown
}

const keyOf = ({ _id }: ViewedComment) => _id

function CommentComposer({ postId, viewer }: { postId: string; viewer: ViewedUser }) {
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
