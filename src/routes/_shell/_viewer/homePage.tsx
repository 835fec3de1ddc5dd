import { createFileRoute } from '@tanstack/react-router'
import { feedQuery } from '../../../api/posts.ts'
import { useViewer } from '../../../api/use-viewer.ts'
import { PagedPosts } from '../../../features/posts/paged-posts.tsx'
import { PostComposer } from '../../../features/posts/post-composer.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/homePage')({
  loader: ({ context }) => context.client.ensureInfiniteQueryData(feedQuery),
  pendingComponent: SkeletonCards,
  component: HomeScreen,
})

function HomeScreen() {
  const viewer = useViewer()
  return (
    <div className={styles.stack}>
      <PageHeading title="Home" hidden />
      <PostComposer viewer={viewer} />
      <PagedPosts query={feedQuery} viewer={viewer} empty={<p>No posts yet. Be the first.</p>} />
    </div>
  )
}
