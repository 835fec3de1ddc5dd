import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isFormerMember } from '../../contract/former-member.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { pendingWrites, usePendingWrites } from '../../data/optimistic-write.ts'
import { applyToUser, hasRow, type PendingWrite } from '../../data/pending-writes.ts'
import { setFollow } from '../../data/users.ts'
import { Button } from '../../ui/button.tsx'
import styles from './people.module.css'

/** Follows or unfollows another user (R6.4). Nobody follows a former member, who posts nothing new. */
export function FollowButton({ user, viewer }: { user: ViewedUser; viewer: ViewedUser }) {
  const client = useQueryClient()
  const follow = useMutation(setFollow(user._id))
  const isFollowedWith = (writes: readonly PendingWrite[]) =>
    hasRow(applyToUser(user, writes, viewer).followers, viewer)
  const isFollowing = isFollowedWith(usePendingWrites())

  function toggle() {
    // A second click may come before the first one is rendered.
    const wanted = !isFollowedWith(pendingWrites(client))
    follow.mutate({ type: 'follow', userId: user._id, wanted })
  }
  if (isFormerMember(user)) return null
  return (
    <Button
      variant={isFollowing ? 'outline' : 'plain'}
      aria-label={`${isFollowing ? 'Un-Follow' : 'Follow'} ${user.username}`}
      className={styles.follow}
      data-testid="follow-button"
      toggles
      onClick={toggle}
    >
      {isFollowing ? 'Un-Follow' : 'Follow'}
    </Button>
  )
}
