import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { useViewer } from '../../../data/auth.ts'
import { bookmarksQuery } from '../../../data/bookmarks.ts'
import { usePendingWrites } from '../../../data/optimistic-write.ts'
import { applyToBookmarks } from '../../../data/pending-writes.ts'
import { PostList } from '../../../features/content/post-list.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/bookMarkPage')({
  loader: ({ context }) => context.client.ensureQueryData(bookmarksQuery),
  pendingComponent: SkeletonCards,
  component: BookmarksScreen,
})

function BookmarksScreen() {
  const { data } = useSuspenseQuery(bookmarksQuery)
  const viewer = useViewer()
  const bookmarks = applyToBookmarks(data, usePendingWrites(), viewer)
  const empty = (
    <div className={styles.invite}>
      <Bookmark size={44} aria-hidden="true" />
      <p>There are no bookmarks</p>
      <Link to="/homePage" className={buttonClass('primary')}>
        Home
      </Link>
    </div>
  )
  return (
    <>
      <PageHeading title="Bookmarks" />
      <PostList posts={bookmarks} place="bookmarks" empty={empty} />
    </>
  )
}
