import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ViewedComment, ViewedUser } from '../../contract/viewed.ts'
import { cachedComments } from '../../data/cached-rows.ts'
import { addComment, commentsQuery } from '../../data/comments.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToComments, mutedBy } from '../../data/pending-writes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { useVisibleArea } from '../../ui/visible-area.ts'
import { WindowList } from '../../ui/window-list.tsx'
import { CommentCard } from './comment-card.tsx'
import { Composer } from './composer.tsx'
import styles from './lists.module.css'
import { NextPage } from './next-page.tsx'
import { PendingList } from './pending-list.tsx'
import { useComposition } from './use-composition.ts'

/** The comments on a post, newest first, below the composer for a new one. */
export function Comments({ postId, viewer }: { postId: string; viewer: ViewedUser }) {
  const result = useSuspenseInfiniteQuery(commentsQuery(postId))
  const loaded = result.data.pages.flatMap(({ rows }) => rows)
  const writes = usePendingWrites()
  const comments = applyToComments(loaded, writes, viewer)
  const muted = mutedBy(viewer, writes)
  const hidden = loaded.filter(({ userId }) => muted.has(userId)).length
  const draft = useDraft(`comment/${postId}`)
  const keptFocus = useKeptFocus()
  // The comment that the address names after "#", as a notification does.
  const shown = useLocation({ select: ({ hash }) => hash }) || undefined
  return (
    <section className={styles.comments} aria-label="Comments">
      <CommentComposer postId={postId} viewer={viewer} />
      <PendingList kind="comment" viewer={viewer} draft={draft} />
      {comments.length + draft.queue.length + hidden === 0 && (
        <EmptyState drawing="road" text="No comments yet">
          <p>Start the conversation.</p>
        </EmptyState>
      )}
      <div {...keptFocus}>
        <WindowList
          items={comments}
          keyOf={keyOf}
          label="Comments, newest first"
          pages={result}
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

const keyOf = ({ _id }: ViewedComment) => _id

function CommentComposer({ postId, viewer }: { postId: string; viewer: ViewedUser }) {
  const { mutateAsync: send } = useMutation(addComment(postId))
  const client = useQueryClient()
  const composition = useComposition(`comment/${postId}`, {
    kind: 'comment',
    send,
    isStored: (id) => cachedComments(client, postId)?.some(({ _id }) => _id === id) ?? false,
  })
  // On a phone it is above the on-screen keyboard.
  const form = useRef<HTMLFormElement>(null)
  useVisibleArea(form)
  return <Composer ref={form} kind="comment" viewer={viewer} composition={composition} />
}
