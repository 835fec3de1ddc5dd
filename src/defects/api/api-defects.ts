import { ApiError } from '../../../mocks/api-error.ts'
import { usersNamed } from '../../../mocks/domain/profile.ts'
import type { HandlerContext, Handlers } from '../../../mocks/handlers/handler.ts'
import type { Transaction } from '../../../mocks/store/transaction.ts'
import type { CallName } from '../../contract/calls.ts'
import type { ApiDefect } from '../../contract/defects.ts'
import { apiErrors } from '../../contract/errors.ts'

/** Replaces the handler of a call. `next` is the handler of the app. */
type Wrap<Name extends CallName> = (
  context: HandlerContext<Name>,
  next: Handlers[Name],
) => ReturnType<Handlers[Name]>

/** The calls that a defect changes: their handlers, or the status of their replies. */
export type ApiChange = { [Name in CallName]?: Wrap<Name> | { status: number } }

/** What each planted defect changes in the API. Spoilers. Runs inside the transaction of the call. */
export const apiChanges: Record<ApiDefect, ApiChange> = {
  'password-length': {
    async 'POST /api/auth/signup'(context, next) {
      if (context.body.password.length >= 15) {
        throw new ApiError({ status: 400, text: 'password: must have 7 to 15 characters' })
      }
      return next(context)
    },
  },

  'username-case': {
    async 'POST /api/auth/signup'(context, next) {
      const { tx, body } = context
      const username = body.username.trim()
      const similar = await usersNamed(tx, username)
      const isTaken = similar.length === 0 || similar.some((user) => user.username === username)
      if (isTaken) return next(context)
      const result = await next({ ...context, body: { ...body, username: `${username}~new` } })
      const user = await tx.get('users', result.createdUser)
      if (user) await tx.put('users', { ...user, username })
      return result
    },
  },

  'lost-field': {
    async 'POST /api/users/edit'(context, next) {
      const { bio: _, ...userData } = context.body.userData
      return next({ ...context, body: { userData } })
    },
  },

  'page-border': {
    'GET /api/posts': skipFirst,
    'GET /api/posts/user/:username': skipFirst,
    'GET /api/posts/following': skipFirst,
    'GET /api/users': skipFirst,
  },

  'search-case': {
    async 'GET /api/posts'(context, next) {
      const { posts } = await next(context)
      const isMatch = matching(context)
      const shown = posts.filter(({ content, username }) => isMatch(content) || isMatch(username))
      return { posts: shown as typeof posts }
    },
    async 'GET /api/users'(context, next) {
      const { users } = await next(context)
      const isMatch = matching(context)
      const shown = users.filter(
        ({ firstName, username }) => isMatch(firstName) || isMatch(username),
      )
      return { users: shown as typeof users }
    },
  },

  'wrong-order': {
    async 'GET /api/comments/:postId'(context, next) {
      const { comments } = await next(context)
      return { comments: comments.toReversed() }
    },
  },

  'like-count': {
    async 'POST /api/posts/like/:postId'(context, next) {
      const { tx, viewer, params } = context
      const post = await tx.get('posts', params.postId)
      const wasDisliked = post && (await tx.links.has('dislikedBy', post, viewer))
      const result = await next(context)
      if (wasDisliked) await tx.put('posts', { ...post, takenLikes: post.takenLikes - 1 })
      return result
    },
  },

  'wrong-status': { 'POST /api/comments/add/:postId': { status: 200 } },

  timestamp: {
    async 'POST /api/posts'(context, next) {
      const result = await next(context)
      await withoutOffset(context.tx, 'posts', result.posts)
      return result
    },
    async 'POST /api/comments/add/:postId'(context, next) {
      const result = await next(context)
      await withoutOffset(context.tx, 'comments', result.comments)
      return result
    },
  },

  'foreign-edit': {
    async 'POST /api/comments/edit/:postId/:commentId'(context, next) {
      const { tx, viewer, params } = context
      const comment = await tx.get('comments', params.commentId)
      const author = comment && (await tx.get('users', comment.userId))
      return next({ ...context, viewer: author ?? viewer })
    },
  },

  moderation: {
    async 'POST /api/comments/delete/:postId/:commentId'(context, next) {
      const { tx, viewer, params } = context
      const comment = await tx.get('comments', params.commentId)
      if (comment && comment.userId !== viewer._id) {
        throw new ApiError(apiErrors.deleteForeignComment)
      }
      return next(context)
    },
  },
}

/** Compares with the search text as it is typed. */
function matching({ query }: Pick<HandlerContext<CallName>, 'query'>) {
  const text = query.get('search')?.trim() ?? ''
  return (field: string) => field.includes(text)
}

type ListContext = Pick<HandlerContext<CallName>, 'query' | 'headers'>

/** A page that follows another begins one row too late. */
async function skipFirst<Context extends ListContext, List extends object>(
  context: Context,
  next: (context: Context) => Promise<List>,
): Promise<List> {
  const { query } = context
  if (!query.has('before')) return next(context)
  const toFirst = new URLSearchParams(query)
  toFirst.set('limit', '1')
  const page = await next({ ...context, query: toFirst, headers: new Headers() })
  const [first] = Object.values(page).flat() as { _id: string }[]
  if (!first) return page
  const afterFirst = new URLSearchParams(query)
  afterFirst.set('before', first._id)
  return next({ ...context, query: afterFirst })
}

async function withoutOffset(
  tx: Transaction,
  table: 'posts' | 'comments',
  ids: readonly string[],
): Promise<void> {
  for (const row of await tx.getMany(table, ids)) {
    await tx.put(table, { ...row, createdAt: row.createdAt.slice(0, '2026-11-22T10:00:00'.length) })
  }
}
