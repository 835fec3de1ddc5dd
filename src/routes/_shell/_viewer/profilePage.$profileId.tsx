import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { usePendingWrites } from '../../../api/optimistic-write.ts'
import { applyToUser } from '../../../api/pending-writes.ts'
import { userPostsQuery } from '../../../api/posts.ts'
import { useViewer } from '../../../api/use-viewer.ts'
import { userQuery } from '../../../api/users.ts'
import { PagedPosts } from '../../../features/posts/paged-posts.tsx'
import { ProfileHeader } from '../../../features/users/profile-header.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/profilePage/$profileId')({
  loader: async ({ context: { client }, params: { profileId } }) => {
    const user = await client.ensureQueryData(userQuery(profileId))
    await client.ensureInfiniteQueryData(userPostsQuery(user.username))
  },
  pendingComponent: SkeletonCards,
  component: ProfileScreen,
})

function ProfileScreen() {
  const { profileId } = Route.useParams()
  const { data } = useSuspenseQuery(userQuery(profileId))
  const viewer = useViewer()
  const user = applyToUser(data, usePendingWrites(), viewer)
  return (
    <div className={styles.stack}>
      <ProfileHeader user={user} viewer={viewer} />
      <PagedPosts
        query={userPostsQuery(user.username)}
        viewer={viewer}
        belongs={(post) => post.userId === user._id}
        empty={<p className={styles.empty}>{user.firstName} has not posted yet.</p>}
      />
    </div>
  )
}
