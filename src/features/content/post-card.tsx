import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { Bookmark, Flag, Heart, MessageCircle, Share2 } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { apiClock } from '../../client/api-clock.ts'
import type { ViewedPost } from '../../contract/viewed.ts'
import { useViewer } from '../../data/auth.ts'
import { setBookmark } from '../../data/bookmarks.ts'
import { pendingWrites } from '../../data/optimistic-write.ts'
import { applyToPost, hasRow, isLiked } from '../../data/pending-writes.ts'
import { deletePost, editPost, setLike } from '../../data/posts.ts'
import { openReport } from '../../data/reports.ts'
import { isClub } from '../../pwa/club.ts'
import { IconButton, iconButtonClass } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import styles from './card.module.css'
import { ArrivedMark, Card, EditedMark, UnsentMark, withCount } from './card.tsx'
import { ContentMenu } from './content-menu.tsx'
import { sharePost } from './share-post.ts'

const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog)

const OUTCOMES = { shared: '', copied: 'Link copied', again: 'Ready: press again' }
/** How long the button says that. */
const OUTCOME_MS = 3000

type Props = { post: ViewedPost }

/**
 * A post in a list or, `whole`, on its own screen. Only its author sees the menu that edits it (R1.8). Memoized, because a list
 * renders again while it is scrolled.
 */
export const PostCard = memo(function PostCard({
  post,
  whole,
  onDeleted,
}: Props & { whole?: boolean; onDeleted?: () => void }) {
  const navigate = useNavigate()
  const { username, createdAt, updatedAt } = post
  const postLink = { to: '/post/$postId', params: { postId: post._id } } as const
  return (
    <Card
      kind="post"
      item={post}
      whole={whole}
      transitionName={`post-${post._id}`}
      onOpen={whole ? undefined : () => navigate(postLink)}
      time={
        <>
          <Link {...postLink}>
            <RelativeTime time={createdAt} clock={apiClock} />
            <span className={styles.suffix}>, post by {username}</span>
          </Link>
          <EditedMark createdAt={createdAt} updatedAt={updatedAt} />
          <ArrivedMark arrivedAt={post.arrivedAt} />
          <UnsentMark _id={post._id} />
        </>
      }
      menu={<PostMenu post={post} onDeleted={onDeleted} />}
      actions={
        <>
          {whole && <Counts post={post} />}
          <LikeButton post={post} hideCount={whole} />
          <Link
            {...postLink}
            className={iconButtonClass}
            aria-label={withCount(`Comments on ${username}'s post`, post.commentCount)}
            title="Comments"
          >
            <MessageCircle size={20} aria-hidden="true" />
            {(!whole && post.commentCount) || undefined}
          </Link>
          <ShareButton post={post} />
          <BookmarkButton post={post} />
        </>
      }
    />
  )
})

/** Likes a post or removes the like, and shows the number of likes unless {@link Counts} does. */
function LikeButton({ post, hideCount }: Props & { hideCount?: boolean }) {
  const viewer = useViewer()
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
      label={withCount(`Like ${post.username}'s post`, likeCount)}
      title={liked ? 'Unlike' : 'Like'}
      className={styles.heart}
      data-testid="like-button"
      aria-pressed={liked}
      toggles
      onClick={toggle}
    >
      <Heart size={22} aria-hidden="true" />
      {(!hideCount && likeCount) || undefined}
    </IconButton>
  )
}

/** The numbers of likes, which opens the list of the users (R4.23), and of comments. */
function Counts({ post }: Props) {
  const { likes, commentCount } = post
  const text = likes.likeCount === 1 ? '1 like' : `${likes.likeCount} likes`
  return (
    <p className={styles.counts}>
      {likes.likeCount === 0 ? (
        text
      ) : (
        <Link
          to="/post/$postId"
          params={{ postId: post._id }}
          search={{ list: 'likes' }}
          resetScroll={false}
          className={styles.likers}
        >
          {text}
        </Link>
      )}{' '}
      · {commentCount === 1 ? '1 comment' : `${commentCount} comments`}
    </p>
  )
}

/** Shares a post. */
function ShareButton({ post }: Props) {
  const { _id: postId, username } = post
  const router = useRouter()
  /** The address, to be copied by hand. */
  const [link, setLink] = useState<string>()
  const [outcome, setOutcome] = useState<keyof typeof OUTCOMES>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), OUTCOME_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  function share() {
    const { href } = router.buildLocation({ to: '/post/$postId', params: { postId } })
    const url = new URL(router.history.createHref(href), location.href).href
    sharePost(post, url).then(setOutcome, () => setLink(url))
  }
  return (
    <>
      <span role="status" className={styles.copied}>
        {outcome && OUTCOMES[outcome]}
      </span>
      <IconButton label={`Share ${username}'s post`} title="Share" onClick={share}>
        <Share2 size={20} aria-hidden="true" />
      </IconButton>
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  )
}

/** Adds or removes a bookmark. */
function BookmarkButton({ post }: Props) {
  const viewer = useViewer()
  const client = useQueryClient()
  const bookmark = useMutation(setBookmark(post._id))
  const isMarked = hasRow(post.bookmarkedBy, viewer)

  function toggle() {
    // A second click may come before the first one is rendered.
    const { bookmarkedBy } = applyToPost(post, pendingWrites(client), viewer) ?? post
    bookmark.mutate({ type: 'bookmark', post, wanted: !hasRow(bookmarkedBy, viewer) })
  }
  return (
    <IconButton
      label={`Bookmark ${post.username}'s post`}
      title={isMarked ? 'Remove bookmark' : 'Bookmark'}
      data-testid="bookmark-button"
      aria-pressed={isMarked}
      toggles
      onClick={toggle}
    >
      <Bookmark size={20} aria-hidden="true" />
    </IconButton>
  )
}

/** Edits or deletes a post of the viewer (R4.4). Of another user, only a club has one, with "Report" (R18.6). */
function PostMenu({ post, onDeleted }: Props & { onDeleted?: () => void }) {
  const viewer = useViewer()
  if (post.username === viewer.username) return <OwnPostMenu post={post} onDeleted={onDeleted} />
  return isClub && <ForeignPostMenu post={post} />
}

function ForeignPostMenu({ post: { _id: postId, userId, username } }: Props) {
  const report = () => openReport.set({ kind: 'post', postId, userId, username })
  return (
    <Menu
      label={`More, ${username}'s post`}
      items={[{ label: 'Report', icon: <Flag size={18} />, onSelect: report }]}
    />
  )
}

function OwnPostMenu({ post, onDeleted }: Props & { onDeleted?: () => void }) {
  const { _id: postId, username } = post
  const edit = useMutation(editPost(postId))
  const remove = useMutation(deletePost(postId))
  return (
    <ContentMenu
      kind="post"
      id={postId}
      author={username}
      item={post}
      onEdit={(change) => edit.mutateAsync({ type: 'editPost', postId, ...change })}
      onDelete={() => {
        remove.mutate({ type: 'deletePost', postId })
        onDeleted?.()
      }}
    />
  )
}
