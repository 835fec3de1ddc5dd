import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, Heart, MessageCircle } from 'lucide-react'
import { memo } from 'react'
import type { Post, User } from '../../contract/entities.ts'
import { setBookmark } from '../../data/bookmarks.ts'
import { pendingWrites } from '../../data/optimistic-write.ts'
import { applyToPost, applyToViewer, hasRow, isLiked } from '../../data/pending-writes.ts'
import { deletePost, editPost, setLike } from '../../data/posts.ts'
import { IconButton, iconButtonClass } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './card.module.css'
import { Card } from './card.tsx'
import { ContentMenu } from './content-menu.tsx'

type Props = { post: Post; viewer: User }

/**
 * A post in a list or on its own screen. Only its author sees the menu (R1.8). Memoized, because a list
 * renders again while it is scrolled.
 */
export const PostCard = memo(function PostCard({
  post,
  viewer,
  whole,
  onDeleted,
}: Props & { whole?: boolean; onDeleted?: () => void }) {
  const postLink = { to: '/post/$postId', params: { postId: post._id } } as const
  return (
    <Card
      item={post}
      whole={whole}
      time={
        <Link {...postLink} aria-label={`Open the post of ${post.username}`}>
          <RelativeTime time={post.createdAt} />
        </Link>
      }
      menu={post.username === viewer.username && <PostMenu post={post} onDeleted={onDeleted} />}
      actions={
        <>
          <LikeButton post={post} viewer={viewer} />
          <Link
            {...postLink}
            className={iconButtonClass}
            aria-label={`Comments: ${post.comments.length}`}
            title="Comments"
          >
            <MessageCircle size={20} aria-hidden="true" />
            {post.comments.length}
          </Link>
          <BookmarkButton post={post} viewer={viewer} />
        </>
      }
    />
  )
})

/** Likes a post or removes the like, and shows the number of likes. */
function LikeButton({ post, viewer }: Props) {
  const client = useQueryClient()
  const like = useMutation(setLike(post._id))
  const liked = isLiked(post, viewer)
  const { likeCount } = post.likes

  function toggle() {
    // A second click may come before the first one is rendered.
    const current = applyToPost(post, pendingWrites(client), viewer) ?? post
    like.mutate({ type: 'like', postId: post._id, wanted: !isLiked(current, viewer) })
  }
  return (
    <IconButton
      label={`Like: ${likeCount}`}
      title={liked ? 'Unlike' : 'Like'}
      aria-pressed={liked}
      onClick={toggle}
    >
      <Heart size={20} aria-hidden="true" />
      {likeCount}
    </IconButton>
  )
}

/** Adds or removes a bookmark. */
function BookmarkButton({ post, viewer }: Props) {
  const client = useQueryClient()
  const bookmark = useMutation(setBookmark(post._id))
  const isMarked = hasRow(viewer.bookmarks, post)

  function toggle() {
    // A second click may come before the first one is rendered.
    const current = applyToViewer(viewer, pendingWrites(client))
    bookmark.mutate({ type: 'bookmark', post, wanted: !hasRow(current.bookmarks, post) })
  }
  return (
    <IconButton
      label="Bookmark"
      title={isMarked ? 'Remove bookmark' : 'Bookmark'}
      className={styles.last}
      aria-pressed={isMarked}
      onClick={toggle}
    >
      <Bookmark size={20} aria-hidden="true" />
    </IconButton>
  )
}

const menuTexts = {
  menu: 'Post menu',
  edit: 'Edit Post',
  remove: 'Delete Post',
  dialog: 'Edit Post',
  field: 'Post text',
  save: 'Edit Post',
  question: 'Delete this post?',
  warning: "Its comments will be deleted too. This can't be undone.",
}

/** Edits or deletes a post of the viewer (R4.4). */
function PostMenu({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const { _id: postId, content } = post
  const edit = useMutation(editPost(postId))
  const remove = useMutation(deletePost(postId))
  return (
    <ContentMenu
      texts={menuTexts}
      id={postId}
      content={content}
      onEdit={(content) => edit.mutateAsync({ type: 'editPost', postId, content })}
      onDelete={() => {
        remove.mutate({ type: 'deletePost', postId })
        onDeleted?.()
      }}
    />
  )
}
