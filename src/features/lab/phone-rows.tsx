import { useId, useState } from 'react'
import type { LabComment, LabPost } from '../../../sync/lab/messages.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/count.ts'
import styles from './lab.module.css'
import type { OnPhoneStep } from './use-lab.ts'

type Props = {
  posts: readonly LabPost[]
  title: string
  takeText: () => string | undefined
  onStep: OnPhoneStep
}

/** The posts and comments of a phone, and actions on the chosen one. */
export function PhoneRows({ posts, title, takeText, onStep }: Props) {
  const name = useId()
  const [chosen, setChosen] = useState('')
  const rows = posts.flatMap((post) => [
    { post, comment: undefined as LabComment | undefined },
    ...post.comments.map((comment) => ({ post, comment })),
  ])
  const onPhone = rows.filter(({ post, comment }) => (comment ?? post).index >= 0)
  const current =
    onPhone.find(({ post, comment }) => (comment ?? post)._id === chosen) ?? onPhone[0]
  if (rows.length === 0) return <p className={styles.quiet}>None yet.</p>
  return (
    <>
      <div role="radiogroup" aria-label={`Posts on ${title}`} className={styles.rows}>
        {rows.map(({ post, comment }) => {
          const row = comment ?? post
          return (
            <label
              key={row._id}
              className={styles.row}
              data-comment={comment ? true : undefined}
              data-missing={row.index < 0 || undefined}
            >
              <input
                type="radio"
                name={name}
                disabled={row.index < 0}
                checked={row === (current?.comment ?? current?.post)}
                onChange={() => setChosen(row._id)}
              />
              <span>
                <strong>{row.author}</strong> {row.text}
                <Facts post={post} comment={comment} />
                <Mark row={row} />
              </span>
            </label>
          )
        })}
      </div>
      {current && <Actions row={current} takeText={takeText} onStep={onStep} />}
    </>
  )
}

type Chosen = { post: LabPost; comment?: LabComment }

function Facts({ post, comment }: Chosen) {
  const facts = comment
    ? [comment.upvotes > 0 && count(comment.upvotes, 'up-vote')]
    : [
        count(post.likes, 'like'),
        post.isLiked && 'liked',
        post.isBookmarked && 'bookmarked',
        post.isFollowed && 'author followed',
      ]
  const shown = facts.filter(Boolean).join(' · ')
  return shown ? <span className={styles.facts}>{shown}</span> : null
}

function Mark({ row: { mark, differs } }: { row: LabPost | LabComment }) {
  if (mark === 'same') return null
  return (
    <span className={styles.mark} data-tone="warn">
      {mark === 'different' ? `Differs: ${differs.join(', ')}` : capitalized(mark)}
    </span>
  )
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

type ActionsProps = Pick<Props, 'takeText' | 'onStep'> & { row: Chosen }

function Actions({ row: { post, comment }, takeText, onStep }: ActionsProps) {
  const place = { post: post.index, comment: comment?.index ?? 0 }
  const act = (action: keyof typeof LABELS) => ({
    label: LABELS[action],
    onClick: () =>
      onStep({
        do: 'act',
        action,
        ...(action === 'follow' || action === 'unfollow' ? { post: post.user, comment: 0 } : place),
        text: /edit|comment$/i.test(action) ? takeText() : undefined,
      }),
  })
  const actions = comment
    ? [act('upvote'), act('editComment'), act('deleteComment')]
    : [
        act(post.isLiked ? 'dislike' : 'like'),
        act('comment'),
        act('edit'),
        act('delete'),
        act('bookmark'),
        ...(post.isOwn ? [] : [act(post.isFollowed ? 'unfollow' : 'follow')]),
      ]
  const name = (comment ?? post).text
  return (
    <fieldset aria-label={`Actions on “${name}”`} className={styles.actions}>
      {/* The same button takes an action back, and keeps the focus. */}
      {actions.map(({ label, onClick }) => (
        <Button key={label.replace(/^Un/, '').toLowerCase()} onClick={onClick}>
          {label}
        </Button>
      ))}
    </fieldset>
  )
}

const LABELS = {
  like: 'Like',
  dislike: 'Unlike',
  comment: 'Comment',
  edit: 'Edit',
  delete: 'Delete',
  bookmark: 'Bookmark',
  follow: 'Follow',
  unfollow: 'Unfollow',
  upvote: 'Up-vote',
  editComment: 'Edit comment',
  deleteComment: 'Delete comment',
}
