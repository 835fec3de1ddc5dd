import type { CallName } from '../../contract/calls.ts'
import type { UnsentWrite } from '../../contract/sync.ts'
import type { Outgoing } from '../drafts/draft.ts'

/** The most characters of a text that are quoted. */
const QUOTED = 60

/** How the rows that a write names are called, such as "mira's post" and "mira". */
export type RowNames = { post: string; user: string }

/** A write in plain words, such as `Like mira's post`. */
export function describeWrite({ call, body }: UnsentWrite, { post, user }: RowNames): string {
  const { content = '', imageUrl, images } = Object(body) as Partial<Outgoing>
  const pictures = images ? ` with ${images.length} pictures` : imageUrl ? ' with a picture' : ''
  const text = content ? `: “${shorten(content)}”` : pictures
  const texts: Partial<Record<CallName, string>> = {
    'POST /api/posts': `Post${text}`,
    'POST /api/posts/edit/:postId': `Edit ${post}${text}`,
    'DELETE /api/posts/:postId': `Delete ${post}`,
    'POST /api/posts/like/:postId': `Like ${post}`,
    'POST /api/posts/dislike/:postId': `Un-Like ${post}`,
    'POST /api/users/bookmark/:postId': `Bookmark ${post}`,
    'POST /api/users/remove-bookmark/:postId': `Remove your bookmark of ${post}`,
    'POST /api/users/follow/:id': `Follow ${user}`,
    'POST /api/users/unfollow/:id': `Un-Follow ${user}`,
    'POST /api/users/mute/:id': `Mute ${user}`,
    'POST /api/users/unmute/:id': `Unmute ${user}`,
    'POST /api/users/report/:id': `Report ${user}`,
    'POST /api/posts/report/:postId': `Report ${post}`,
    'POST /api/comments/report/:postId/:commentId': 'Report a comment',
    'POST /api/users/edit': 'Edit your profile',
    'POST /api/comments/add/:postId': `Comment on ${post}${text}`,
    'POST /api/comments/edit/:postId/:commentId': `Edit a comment${text}`,
    'POST /api/comments/delete/:postId/:commentId': 'Delete a comment',
    'POST /api/comments/upvote/:postId/:commentId': 'Upvote a comment',
    'POST /api/comments/downvote/:postId/:commentId': 'Downvote a comment',
    'POST /api/uploads': 'Picture',
  }
  return texts[call] ?? call
}

/** The texts of a profile edit by their labels in Settings, so that none is lost when the edit is refused. */
export function profileTexts({ call, body }: UnsentWrite): [label: string, text: string][] {
  if (call !== 'POST /api/users/edit') return []
  const { username, firstName, bio } = Object(Object(body).userData) as Record<string, string>
  const texts = [
    ['User-Name', username],
    ['Name', firstName],
    ['Bio', bio],
  ]
  return texts.filter((pair): pair is [string, string] => Boolean(pair[1]))
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > QUOTED ? `${characters.slice(0, QUOTED).join('')}…` : line
}

/** "1 change", "3 changes". */
export function countOf(writes: readonly unknown[]): string {
  return `${writes.length} ${writes.length === 1 ? 'change' : 'changes'}`
}
