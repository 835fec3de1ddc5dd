import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useViewer } from '../../../data/auth.ts'
import { bookmarksQuery } from '../../../data/bookmarks.ts'
import { usePendingWrites } from '../../../data/optimistic-write.ts'
import { applyToBookmarks } from '../../../data/pending-writes.ts'
import { NextPage } from '../../../features/content/next-page.tsx'
import { PostList } from '../../../features/content/post-list.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'

export const Route = createFileRoute('/_shell/_viewer/bookMarkPage')({
  loader: ({ context }) => context.client.ensureInfiniteQueryData(bookmarksQuery),
  pendingComponent: SkeletonCards,
  component: BookmarksScreen,
})

function BookmarksScreen() {
  const result = useSuspenseInfiniteQuery(bookmarksQuery)
  const viewer = useViewer()
  const posts = result.data.pages.flatMap(({ rows }) => rows)
  const bookmarks = applyToBookmarks(posts, usePendingWrites(), viewer)
  const empty = (
    <EmptyState drawing="garage" text="There are no bookmarks">
      <p>The bookmark button below a post parks it here, for you only.</p>
      <Link to="/homePage" className={buttonClass('primary')}>
        Home
      </Link>
    </EmptyState>
  )
  return (
    <>
      <PageHeading title="Bookmarks" />
      <PostList
        posts={bookmarks}
        place="bookmarks"
        pages={result}
        empty={!result.hasNextPage && empty}
      />
      <NextPage result={result} label="Show more posts" />
    </>
  )
}
