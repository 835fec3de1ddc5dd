import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect, useRouter } from '@tanstack/react-router'
import { useViewer } from '../../../data/auth.ts'
import { usePendingWrites } from '../../../data/optimistic-write.ts'
import { applyToUser } from '../../../data/pending-writes.ts'
import { userPostsQuery } from '../../../data/posts.ts'
import { errorText, isNotFound } from '../../../data/query-client.ts'
import { userQuery } from '../../../data/users.ts'
import { Mention } from '../../../features/content/card-text.tsx'
import { PhotoWall } from '../../../features/content/photo-wall.tsx'
import { PagedPosts } from '../../../features/content/post-list.tsx'
import { UnlessMuted } from '../../../features/people/mute.tsx'
import { ProfileHeader } from '../../../features/people/profile-header.tsx'
import { BackBar } from '../../../features/shell/back-bar.tsx'
import { Missing } from '../../../features/shell/not-found.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { useCanGoBack } from '../../../ui/close-on-back.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import { TabNav } from '../../../ui/tab-nav.tsx'
import { throwIfMissing } from '../../-guards.ts'
import styles from './screens.module.css'

const FollowsDialog = lazyPart(
  async () => (await import('../../../features/people/people-dialog.tsx')).FollowsDialog,
)

type Search = { list?: 'followers' | 'following'; tab?: 'photos' }

export const Route = createFileRoute('/_shell/_viewer/profilePage/$profileId')({
  // Which list of people is open: in the address, so that Back closes it.
  validateSearch: ({ list, tab }: Record<string, unknown>): Search => ({
    list: list === 'followers' || list === 'following' ? list : undefined,
    tab: tab === 'photos' ? tab : undefined,
  }),
  loader: async ({ context: { client }, params: { profileId } }) => {
    const user = await client.ensureQueryData(userQuery(profileId)).catch(throwIfMissing)
    if (user._id !== profileId) {
      // The path has the short id; caches and changes use the `_id`.
      client.removeQueries({ queryKey: userQuery(profileId).queryKey })
      client.setQueryData(userQuery(user._id).queryKey, user)
      const params = { profileId: user._id }
      throw redirect({ to: '/profilePage/$profileId', params, search: true, replace: true })
    }
    await client.ensureInfiniteQueryData(userPostsQuery(user.username)).catch(throwIfMissing)
  },
  pendingComponent: SkeletonCards,
  notFoundComponent: ({ data }) => <NoUser text={String(data)} />,
  component: ProfileScreen,
})

function NoUser({ text }: { text: string }) {
  const { profileId } = Route.useParams()
  const { client } = Route.useRouteContext()
  return (
    <Missing
      text={text}
      reread={() => client.fetchQuery({ ...userQuery(profileId), staleTime: 0 })}
    />
  )
}

function ProfileScreen() {
  const { profileId } = Route.useParams()
  const { list, tab } = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const { data, error } = useSuspenseQuery(userQuery(profileId))
  const viewer = useViewer()
  const user = applyToUser(data, usePendingWrites(), viewer)
  const query = userPostsQuery(user.username)
  const posts = useSuspenseInfiniteQuery(query)
  // Data replaced while the profile was open.
  if (isNotFound(error)) return <NoUser text={errorText(error)} />
  const closeList = () =>
    canGoBack ? router.history.back() : navigate({ search: { tab }, replace: true })
  const isOwn = user._id === viewer._id
  return (
    <>
      {list && <FollowsDialog user={user} list={list} viewer={viewer} onClose={closeList} />}
      {!isOwn && (
        <BackBar overCover>
          <bdi aria-hidden="true">{user.firstName}</bdi>
        </BackBar>
      )}
      <div className={styles.home}>
        <ProfileHeader
          key={user._id}
          user={user}
          viewer={viewer}
          postCount={counted(posts.data.pages, posts.hasNextPage)}
          tab={tab}
          renderName={(name, typed) => <Mention name={name} typed={typed} />}
        />
        <UnlessMuted user={user} viewer={viewer}>
          <div className={styles.home}>
            <TabNav label="Posts and photos">
              <Link from={Route.fullPath} search={{ list }} {...tabLink}>
                Posts
              </Link>
              <Link from={Route.fullPath} search={{ list, tab: 'photos' }} {...tabLink}>
                Photos
              </Link>
            </TabNav>
            {tab ? (
              <PhotoWall
                query={query}
                viewer={viewer}
                columns={3}
                empty={
                  <EmptyState
                    drawing="garage"
                    text={`No photos${isOwn ? ' yet' : ` by ${user.firstName}`}`}
                  >
                    {isOwn && <p>The first picture of each of your posts is parked here.</p>}
                  </EmptyState>
                }
              />
            ) : (
              <PagedPosts
                query={query}
                viewer={viewer}
                belongs={(post) => post.userId === user._id}
                empty={
                  isOwn ? (
                    <EmptyState drawing="car" text="You haven't posted yet">
                      <Link
                        to="/homePage"
                        search={{ compose: 'true' }}
                        className={buttonClass('primary')}
                      >
                        Write your first post
                      </Link>
                    </EmptyState>
                  ) : (
                    <EmptyState drawing="car" text={`${user.firstName} hasn't posted yet`} />
                  )
                }
              />
            )}
          </div>
        </UnlessMuted>
      </div>
    </>
  )
}

/** Back leaves the profile instead of stepping through its tabs. */
const tabLink = { activeOptions: { exact: true }, replace: true, resetScroll: false } as const

/** Such as "20+" if there are more posts than are loaded. */
function counted(pages: readonly { rows: unknown[] }[], hasMore: boolean): string {
  return `${pages.reduce((sum, { rows }) => sum + rows.length, 0)}${hasMore ? '+' : ''}`
}
