import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { User, UserCopy } from '../../contract/entities.ts'
import { pendingWrites } from '../../data/optimistic-write.ts'
import { applyToViewer, hasRow } from '../../data/pending-writes.ts'
import { setFollow } from '../../data/users.ts'
import { Button } from '../../ui/button.tsx'
import styles from './people.module.css'

/** Follows or unfollows another user (R6.4). */
export function FollowButton({ user, viewer }: { user: UserCopy; viewer: User }) {
  const client = useQueryClient()
  const follow = useMutation(setFollow(user._id))
  const isFollowing = hasRow(viewer.following, user)

  function toggle() {
    // A second click may come before the first one is rendered.
    const current = applyToViewer(viewer, pendingWrites(client))
    follow.mutate({ type: 'follow', user, wanted: !hasRow(current.following, user) })
  }
  return (
    <Button
      variant={isFollowing ? 'plain' : 'outline'}
      aria-label={`${isFollowing ? 'Un-Follow' : 'Follow'} ${user.username}`}
      className={styles.follow}
      data-testid="follow-button"
      onClick={toggle}
    >
      {isFollowing ? 'Un-Follow' : 'Follow'}
    </Button>
  )
}
