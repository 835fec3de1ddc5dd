import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useViewer } from '../../../data/auth.ts'
import { cachedPost } from '../../../data/cached-rows.ts'
import { commentsQuery } from '../../../data/comments.ts'
import { usePendingWrites } from '../../../data/optimistic-write.ts'
import { applyToPost } from '../../../data/pending-writes.ts'
import { postQuery } from '../../../data/posts.ts'
import { errorText, isNotFound } from '../../../data/query-client.ts'
import { Comments } from '../../../features/content/comments.tsx'
import { PostCard } from '../../../features/content/post-card.tsx'
import { Missing } from '../../../features/shell/not-found.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { throwIfMissing } from '../../-guards.ts'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/post/$postId')({
  loader: async ({ context: { client }, params: { postId } }) => {
    const reading = client.ensureQueryData(postQuery(postId))
    // Do not load the comments of an unknown post. A cached post is known to exist.
    if (!cachedPost(client, postId)) await reading.catch(throwIfMissing)
    const [post, comments] = await Promise.all([
      reading,
      client.ensureQueryData(commentsQuery(postId)),
    ]).catch(throwIfMissing)
    if (post._id === postId) return
    // The path has the short id; caches, changes and drafts use the `_id`.
    for (const { queryKey } of [postQuery(postId), commentsQuery(postId)]) {
      client.removeQueries({ queryKey })
    }
    client.setQueryData(postQuery(post._id).queryKey, post)
    client.setQueryData(commentsQuery(post._id).queryKey, comments)
    throw redirect({ to: '/post/$postId', params: { postId: post._id }, replace: true })
  },
  pendingMs: 0,
  pendingComponent: () => (
    <p role="status" className={styles.loading}>
      ...loading
    </p>
  ),
  notFoundComponent: ({ data }) => <Missing text={String(data)} />,
  component: PostScreen,
})

function PostScreen() {
  const { postId } = Route.useParams()
  const { data, error } = useSuspenseQuery(postQuery(postId))
  const viewer = useViewer()
  // `applyToPost` returns nothing for a post that is being deleted. `goHome` then leaves this screen.
  const post = applyToPost(data, usePendingWrites(), viewer) ?? data
  const navigate = Route.useNavigate()
  const { client } = Route.useRouteContext()

  async function goHome() {
    await navigate({ to: '/homePage', replace: true })
    client.removeQueries({ queryKey: postQuery(postId).queryKey })
  }
  // The post was deleted while its screen was open.
  if (isNotFound(error)) return <Missing text={errorText(error)} />
  return (
    <>
      <PageHeading title={`Post by ${post.username}`} hidden />
      <PostCard post={post} viewer={viewer} whole onDeleted={goHome} />
      <Comments postId={postId} viewer={viewer} />
    </>
  )
}
