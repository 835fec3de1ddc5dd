import { createFileRoute } from '@tanstack/react-router'
import { useViewer } from '../../../data/auth.ts'
import { feedQuery } from '../../../data/posts.ts'
import { PostComposer } from '../../../features/content/post-composer.tsx'
import { PagedPosts, PendingPosts } from '../../../features/content/post-list.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/homePage')({
  // Set by the shortcut "New post" and by a share.
  validateSearch: (search): { compose?: boolean } => ('compose' in search ? { compose: true } : {}),
  loader: ({ context }) => context.client.ensureInfiniteQueryData(feedQuery),
  pendingComponent: SkeletonCards,
  component: HomeScreen,
})

function HomeScreen() {
  const viewer = useViewer()
  const { compose } = Route.useSearch()
  return (
    <div className={styles.stack}>
      <PageHeading title="Home" hidden />
      <PostComposer viewer={viewer} focused={compose} />
      <PendingPosts viewer={viewer} />
      <PagedPosts
        query={feedQuery}
        viewer={viewer}
        empty={<p>No posts yet. Be the first to post.</p>}
      />
    </div>
  )
}
