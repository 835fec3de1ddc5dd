import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isolatedName } from '../../../contract/direction.ts'
import { useArrival } from '../../../data/arrivals.ts'
import { useViewer } from '../../../data/auth.ts'
import { cachedComments, cachedPost } from '../../../data/cached-rows.ts'
import { commentsQuery } from '../../../data/comments.ts'
import { usePendingWrites } from '../../../data/optimistic-write.ts'
import { applyToPost } from '../../../data/pending-writes.ts'
import { postQuery } from '../../../data/posts.ts'
import { errorText, isNotFound } from '../../../data/query-client.ts'
import { Comments } from '../../../features/content/comments.tsx'
import { PostCard } from '../../../features/content/post-card.tsx'
import { UnlessMuted } from '../../../features/people/mute.tsx'
import { BackBar } from '../../../features/shell/back-bar.tsx'
import { Missing } from '../../../features/shell/not-found.tsx'
import { isClub } from '../../../pwa/club.ts'
import { useCanGoBack } from '../../../ui/close-on-back.ts'
import { ErrorBoundary, RetryText } from '../../../ui/error-boundary.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { throwIfMissing } from '../../-guards.ts'
import styles from './screens.module.css'

const LikersDialog = lazyPart(
  async () => (await import('../../../features/people/people-dialog.tsx')).LikersDialog,
)
const UpvotersDialog = lazyPart(
  async () => (await import('../../../features/people/people-dialog.tsx')).UpvotersDialog,
)

/** Without a club's server, posts stay on the device where they are written (R16.16). */
const elsewhere = isClub
  ? undefined
  : 'Or it was written on another device: without a club, posts stay on their device.'

type Search = { list?: 'likes' | 'upvotes'; comment?: string }

export const Route = createFileRoute('/_shell/_viewer/post/$postId')({
  // Which list of people is open, of the post or of a comment: in the address, so that Back closes it.
  validateSearch: ({ list, comment }: Record<string, unknown>): Search =>
    list === 'upvotes' && typeof comment === 'string'
      ? { list, comment }
      : { list: list === 'likes' ? list : undefined },
  loader: async ({ context: { client }, params: { postId } }) => {
    const cached = cachedPost(client, postId)
    if (cached) {
      const { queryKey } = postQuery(postId)
      // The screen shows it at once, and reads it again because of its update time.
      if (!client.getQueryData(queryKey)) client.setQueryData(queryKey, cached, { updatedAt: 0 })
      client.prefetchInfiniteQuery(commentsQuery(postId))
      return
    }
    const post = await client.ensureQueryData(postQuery(postId)).catch(throwIfMissing)
    await client.ensureInfiniteQueryData(commentsQuery(post._id)).catch(throwIfMissing)
    if (post._id === postId) return
    // The path has the short id; caches, changes and drafts use the `_id`.
    client.removeQueries({ queryKey: postQuery(postId).queryKey })
    client.setQueryData(postQuery(post._id).queryKey, post)
    throw redirect({ to: '/post/$postId', params: { postId: post._id }, replace: true })
  },
  pendingComponent: () => (
    <>
      <BackBar>
        <span>Post</span>
      </BackBar>
      <Loading />
    </>
  ),
  notFoundComponent: ({ data }) => <NoPost text={String(data)} hint={elsewhere} />,
  component: PostScreen,
})

function Loading() {
  return (
    <p role="status" className={styles.loading}>
      ...loading
    </p>
  )
}

function NoPost(props: { text: string; hint?: string }) {
  const { postId } = Route.useParams()
  const { client } = Route.useRouteContext()
  return (
    <Missing {...props} reread={() => client.fetchQuery({ ...postQuery(postId), staleTime: 0 })} />
  )
}

function NoComments({ onRetry }: { onRetry: () => void }) {
  useArrival(onRetry)
  return (
    <p role="alert" className={styles.empty}>
      <RetryText text="Comments can't be loaded." onRetry={onRetry} />
    </p>
  )
}

function PostScreen() {
  const { postId } = Route.useParams()
  const { list, comment } = Route.useSearch()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { data, error } = useSuspenseQuery(postQuery(postId))
  const viewer = useViewer()
  // `applyToPost` returns nothing for a post that is being deleted. `leave` then leaves this screen.
  const post = applyToPost(data, usePendingWrites(), viewer) ?? data
  const navigate = Route.useNavigate()
  const { client } = Route.useRouteContext()

  const goBackOr = (other: () => unknown) => (canGoBack ? router.history.back() : other())
  const closeList = () => goBackOr(() => navigate({ search: {}, replace: true }))
  const resetComments = () => client.resetQueries(commentsQuery(postId))
  /** Back to the screen that one came from, or else Home. */
  async function leave() {
    if (canGoBack) {
      // Forward leads to this entry, which becomes one of Home. The router must not show it now.
      const url = `${import.meta.env.BASE_URL}homePage`
      History.prototype.replaceState.call(window.history, window.history.state, '', url)
    }
    const left = new Promise((resolve) => router.subscribe('onResolved', resolve))
    goBackOr(() => navigate({ to: '/homePage', replace: true, state: true }))
    await left
    client.removeQueries({ queryKey: postQuery(postId).queryKey })
  }
  // The post was deleted while its screen was open.
  if (isNotFound(error)) return <NoPost text={errorText(error)} />
  return (
    <>
      <BackBar>
        <PageHeading title={`Post by ${isolatedName(post.firstName || post.username)}`} />
      </BackBar>
      {list === 'likes' && (
        <LikersDialog
          postId={postId}
          count={post.likes.likeCount}
          viewer={viewer}
          onClose={closeList}
        />
      )}
      {comment && (
        <UpvotersDialog
          postId={postId}
          commentId={comment}
          count={
            cachedComments(client, postId)?.find(({ _id }) => _id === comment)?.votes.upvoteCount
          }
          viewer={viewer}
          onClose={closeList}
        />
      )}
      <UnlessMuted user={{ _id: post.userId, username: post.username }} viewer={viewer}>
        <PostCard whole post={post} onDeleted={leave} />
        <ErrorBoundary
          fallback={(retry) => <NoComments onRetry={() => resetComments().then(retry)} />}
        >
          <Suspense fallback={<Loading />}>
            <Comments postId={postId} viewer={viewer} />
          </Suspense>
        </ErrorBoundary>
      </UnlessMuted>
    </>
  )
}
