import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import type { Post, User } from '../../contract/entities.ts'
import { pendingWrites } from '../../data/optimistic-write.ts'
import { applyToPost, isLiked } from '../../data/pending-writes.ts'
import { setLike } from '../../data/posts.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Likes a post or takes the like back; the count stands beside the heart. */
export function LikeButton({ post, viewer }: { post: Post; viewer: User }) {
  const client = useQueryClient()
  const like = useMutation(setLike(post._id))
  const liked = isLiked(post, viewer)
  const { likeCount } = post.likes

  function toggle() {
    // A second click may come before the first one is drawn.
    const now = applyToPost(post, pendingWrites(client), viewer) ?? post
    like.mutate({ type: 'like', postId: post._id, wanted: !isLiked(now, viewer) })
  }
  return (
    <IconButton
      label={`Like: ${likeCount}`}
      title={liked ? 'Un-like' : 'Like'}
      aria-pressed={liked}
      onClick={toggle}
    >
      <Heart size={20} aria-hidden="true" />
      {likeCount}
    </IconButton>
  )
}
