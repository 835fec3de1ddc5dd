import { createFileRoute } from '@tanstack/react-router'
import { useViewer } from '../../../data/auth.ts'
import { feedQuery } from '../../../data/posts.ts'
import { PagedPosts } from '../../../features/content/paged-posts.tsx'
import { PostComposer } from '../../../features/content/post-composer.tsx'
import { SendingPosts } from '../../../features/content/sending-posts.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/homePage')({
  // Where the shortcut "New post" and a share lead.
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
      <SendingPosts viewer={viewer} />
      <PagedPosts query={feedQuery} viewer={viewer} empty={<p>No posts yet. Be the first.</p>} />
    </div>
  )
}
