import { useInfiniteQuery } from '@tanstack/react-query'
import { isolatedName } from '../../contract/direction.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { followsQuery, likersQuery, upvotersQuery } from '../../data/users.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { RetryText } from '../../ui/error-boundary.tsx'
import { useInFlight } from '../../ui/timing.ts'
import styles from './people.module.css'
import { PeopleList } from './people-list.tsx'

type FollowsProps = {
  user: ViewedUser
  list: 'followers' | 'following'
  viewer: ViewedUser
  onClose: () => void
}

/** The followers of a user, or the users they follow. */
export function FollowsDialog({ user, list, ...props }: FollowsProps) {
  const isFollowers = list === 'followers'
  return (
    <PeopleDialog
      {...props}
      title={isFollowers ? 'Followers' : 'Following'}
      count={isFollowers ? user.followerCount : user.followingCount}
      query={followsQuery(user._id, list)}
      none={`${isolatedName(user.firstName)} ${isFollowers ? 'has no followers yet.' : "doesn't follow anyone yet."}`}
    />
  )
}

type LikersProps = {
  postId: string
  count: number | undefined
  viewer: ViewedUser
  onClose: () => void
}

/** The users who like a post. */
export function LikersDialog({ postId, ...props }: LikersProps) {
  return <PeopleDialog {...props} title="Likes" query={likersQuery(postId)} none="No likes yet." />
}

type UpvotersProps = LikersProps & { commentId: string }

/** The users who upvoted a comment. */
export function UpvotersDialog({ postId, commentId, ...props }: UpvotersProps) {
  return (
    <PeopleDialog
      {...props}
      title="Upvotes"
      query={upvotersQuery(postId, commentId)}
      none="No upvotes yet."
    />
  )
}

type PeopleDialogProps = {
  title: string
  /** How many they are, if it is known. */
  count: number | undefined
  query: ReturnType<typeof followsQuery | typeof likersQuery | typeof upvotersQuery>
  /** Shown for an empty list. */
  none: string
  viewer: ViewedUser
  onClose: () => void
}

function PeopleDialog({ title, count, query, none, viewer, onClose }: PeopleDialogProps) {
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    query as ReturnType<typeof likersQuery>,
  )
  const [loadMore, isLoading] = useInFlight(() => fetchNextPage())
  const users = data?.pages.flatMap(({ rows }) => rows)
  return (
    <Dialog title={count ? `${title} (${count})` : title} onClose={onClose} inAddress focusTitle>
      {!users && !error && (
        <p role="status" className={styles.none}>
          ...loading
        </p>
      )}
      {!users && error && (
        <p role="alert" className={styles.none}>
          <RetryText text="This list can't be loaded." onRetry={refetch} />
        </p>
      )}
      {users?.length === 0 && <p className={styles.none}>{none}</p>}
      {users && users.length > 0 && (
        <PeopleList
          label={title}
          users={users}
          viewer={viewer}
          onMore={hasNextPage ? loadMore : undefined}
          busy={isLoading}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
