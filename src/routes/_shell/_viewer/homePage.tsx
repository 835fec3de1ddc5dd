import { createFileRoute, Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useViewer } from '../../../data/auth.ts'
import { feedQuery, followingFeedQuery, isInFollowingFeed } from '../../../data/posts.ts'
import { ComposeButton } from '../../../features/content/compose-button.tsx'
import { PostComposer } from '../../../features/content/post-composer.tsx'
import { PagedPosts, PendingPosts } from '../../../features/content/post-list.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import { TabNav } from '../../../ui/tab-nav.tsx'
import styles from './screens.module.css'

type Search = { compose?: string; feed?: string }

export const Route = createFileRoute('/_shell/_viewer/homePage')({
  validateSearch: ({ compose, feed }: Search): Search => ({
    // Set by the shortcut "New post" and by a share.
    compose,
    feed: feed === 'following' ? feed : undefined,
  }),
  loader: ({ context }) => context.client.ensureInfiniteQueryData(feedQuery),
  pendingComponent: SkeletonCards,
  component: HomeScreen,
})

function HomeScreen() {
  const viewer = useViewer()
  const { compose, feed } = Route.useSearch()
  return (
    <div className={styles.home}>
      <PageHeading title="Home" hidden />
      <PostComposer viewer={viewer} focused={compose !== undefined} />
      <TabNav label="Feed">
        <Link to="/homePage" search={{}} activeOptions={{ exact: true }} replace>
          All
        </Link>
        <Link to="/homePage" search={{ feed: 'following' }} replace>
          Following
        </Link>
      </TabNav>
      <PendingPosts viewer={viewer} />
      {feed ? (
        // Loads below the composer, which keeps its text and focus.
        <Suspense fallback={<SkeletonCards />}>
          <PagedPosts
            query={followingFeedQuery}
            viewer={viewer}
            belongs={(post) => isInFollowingFeed(post, viewer)}
            empty={
              <EmptyState drawing="road" text="Nobody ahead of you yet">
                <p>Posts from people you follow show up here.</p>
                <Link to="/explore" className={buttonClass('primary')}>
                  Find people to follow
                </Link>
              </EmptyState>
            }
          />
        </Suspense>
      ) : (
        <PagedPosts
          query={feedQuery}
          viewer={viewer}
          marksNew
          empty={
            <EmptyState drawing="car" text="No posts yet">
              <p>Be the first to post: your words go into the box above.</p>
            </EmptyState>
          }
        />
      )}
      <ComposeButton />
    </div>
  )
}
