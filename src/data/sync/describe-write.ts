import type { CallName } from '../../contract/calls.ts'
import type { UnsentWrite } from '../../contract/sync.ts'

/** The most characters of a text that are quoted. */
const QUOTED = 60

/** How the rows that a write names are called, such as "mira's post" and "mira". */
export type RowNames = { post: string; user: string }

/** A write in plain words, such as `Like on mira's post`. */
export function describeWrite({ call, body }: UnsentWrite, { post, user }: RowNames): string {
  const { content = '', imageUrl } = Object(body) as { content?: string; imageUrl?: string }
  const text = content ? `: “${shorten(content)}”` : imageUrl ? ' with a picture' : ''
  const texts: Partial<Record<CallName, string>> = {
    'POST /api/posts': `Post${text}`,
    'POST /api/posts/edit/:postId': `Edit of ${post}${text}`,
    'DELETE /api/posts/:postId': `Deletion of ${post}`,
    'POST /api/posts/like/:postId': `Like on ${post}`,
    'POST /api/posts/dislike/:postId': `Removal of your like on ${post}`,
    'POST /api/users/bookmark/:postId': `Bookmark on ${post}`,
    'POST /api/users/remove-bookmark/:postId': `Removal of your bookmark on ${post}`,
    'POST /api/users/follow/:id': `Follow ${user}`,
    'POST /api/users/unfollow/:id': `Un-Follow ${user}`,
    'POST /api/users/edit': 'Changes to your profile',
    'POST /api/comments/add/:postId': `Comment on ${post}${text}`,
    'POST /api/comments/edit/:postId/:commentId': `Edit of a comment${text}`,
    'POST /api/comments/delete/:postId/:commentId': 'Deletion of a comment',
    'POST /api/comments/upvote/:postId/:commentId': 'Upvote on a comment',
    'POST /api/comments/downvote/:postId/:commentId': 'Downvote on a comment',
    'POST /api/uploads': 'Picture',
  }
  return texts[call] ?? call
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
