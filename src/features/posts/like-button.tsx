import { useMutation } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { isLiked, setLike } from '../../api/likes.ts'
import type { Post, User } from '../../contract/entities.ts'
import { IconButton } from '../../ui/icon-button.tsx'

/** Likes a post or takes the like back; the count stands beside the heart. */
export function LikeButton({ post, viewer }: { post: Post; viewer: User }) {
  const like = useMutation(setLike(post, viewer))
  const liked = isLiked(post, viewer)
  const { likeCount } = post.likes
  return (
    <IconButton
      label={`Like: ${likeCount}`}
      title={liked ? 'Un-like' : 'Like'}
      aria-pressed={liked}
      onClick={() => like.mutate(!liked)}
    >
      <Heart size={20} aria-hidden="true" />
      {likeCount}
    </IconButton>
  )
}
