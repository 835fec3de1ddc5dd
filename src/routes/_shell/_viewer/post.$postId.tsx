import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { commentsQuery } from '../../../api/comments.ts'
import { usePendingWrites } from '../../../api/optimistic-write.ts'
import { applyToPost } from '../../../api/pending-writes.ts'
import { postQuery } from '../../../api/posts.ts'
import { useViewer } from '../../../api/use-viewer.ts'
import { Comments } from '../../../features/comments/comments.tsx'
import { PostCard } from '../../../features/posts/post-card.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/post/$postId')({
  loader: async ({ context: { client }, params: { postId } }) => {
    await Promise.all([
      client.ensureQueryData(postQuery(postId)),
      client.ensureQueryData(commentsQuery(postId)),
    ])
  },
  pendingMs: 0,
  pendingComponent: () => (
    <p role="status" className={styles.loading}>
      ...loading
    </p>
  ),
  component: PostScreen,
})

function PostScreen() {
  const { postId } = Route.useParams()
  const { data } = useSuspenseQuery(postQuery(postId))
  const viewer = useViewer()
  // While it is being deleted, this screen is left.
  const post = applyToPost(data, usePendingWrites(), viewer) ?? data
  const navigate = Route.useNavigate()
  const { client } = Route.useRouteContext()

  async function goHome() {
    await navigate({ to: '/homePage', replace: true })
    client.removeQueries({ queryKey: postQuery(postId).queryKey })
  }
  return (
    <>
      <PageHeading title={`Post by ${post.username}`} hidden />
      <PostCard post={post} viewer={viewer} onDeleted={goHome} />
      <Comments postId={postId} viewer={viewer} />
    </>
  )
}
