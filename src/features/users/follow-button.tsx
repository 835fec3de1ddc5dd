import { useMutation } from '@tanstack/react-query'
import { setFollow } from '../../api/follows.ts'
import type { User } from '../../contract/entities.ts'
import { Button } from '../../ui/button.tsx'

/** Follow or Un-Follow, by the viewer's following list (spec §4). Not for the viewer's own profile. */
export function FollowButton({ user, viewer }: { user: User; viewer: User }) {
  const follow = useMutation(setFollow(user))
  const isFollowing = viewer.following.some(({ _id }) => _id === user._id)
  return (
    <Button
      look={isFollowing ? 'plain' : 'outline'}
      aria-label={`${isFollowing ? 'Un-Follow' : 'Follow'} ${user.username}`}
      onClick={() => follow.mutate(!isFollowing)}
    >
      {isFollowing ? 'Un-Follow' : 'Follow'}
    </Button>
  )
}
