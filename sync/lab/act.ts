import type { localDevice } from './devices.ts'
import type { LabStep } from './messages.ts'

type Act = Extract<LabStep, { do: 'act' }>

const NONE = '00000000-0000-7000-8000-000000000000'

/** Does what a member does on a phone, with the calls of the app. @returns the error, if it is refused */
export async function act(
  { call }: Pick<ReturnType<typeof localDevice>, 'call'>,
  token: string,
  { action, post: postNumber, comment: commentNumber, text = '' }: Act,
  usernames: readonly string[],
): Promise<string | undefined> {
  const body = { content: text }
  if (action === 'post') return outcome(await call('POST /api/posts', { body, token }))
  if (action === 'bio')
    return outcome(await call('POST /api/users/edit', { body: { userData: { bio: text } }, token }))
  if (action === 'seen') {
    const { notifications } = (await call('GET /api/notifications', { token })).data
    const { _id = NONE } = nth(notifications, postNumber) ?? {}
    return outcome(await call('POST /api/notifications/seen', { body: { _id }, token }))
  }
  if (['follow', 'unfollow', 'mute', 'unmute'].includes(action)) {
    const { users } = (await call('GET /api/users', { token })).data
    const name = action as 'follow' | 'unfollow' | 'mute' | 'unmute'
    const params = { id: nth(users, postNumber)?._id ?? NONE }
    return outcome(await call(`POST /api/users/${name}/:id`, { params, token }))
  }

  const { posts } = (await call('GET /api/posts', { token })).data
  const postId = nth(posts, postNumber)?._id ?? NONE
  const params = { postId }
  switch (action) {
    case 'edit':
      return outcome(await call('POST /api/posts/edit/:postId', { params, body, token }))
    case 'delete':
      return outcome(await call('DELETE /api/posts/:postId', { params, token }))
    case 'like':
      return outcome(await call('POST /api/posts/like/:postId', { params, token }))
    case 'dislike':
      return outcome(await call('POST /api/posts/dislike/:postId', { params, token }))
    case 'bookmark':
      return outcome(await call('POST /api/users/bookmark/:postId', { params, token }))
    case 'report': {
      const report = { reason: 'other' as const, text }
      return outcome(await call('POST /api/posts/report/:postId', { params, body: report, token }))
    }
    case 'comment':
      return outcome(await call('POST /api/comments/add/:postId', { params, body, token }))
    case 'mention': {
      const named = { content: `${text} ${usernames.map((name) => `@${name}`).join()}` }
      return outcome(await call('POST /api/comments/add/:postId', { params, body: named, token }))
    }
  }

  const { comments = [] } = (await call('GET /api/comments/:postId', { params, token })).data
  const ofComment = { postId, commentId: nth(comments, commentNumber)?._id ?? NONE }
  switch (action) {
    case 'editComment':
      return outcome(
        await call('POST /api/comments/edit/:postId/:commentId', {
          params: ofComment,
          body,
          token,
        }),
      )
    case 'deleteComment':
      return outcome(
        await call('POST /api/comments/delete/:postId/:commentId', { params: ofComment, token }),
      )
    default:
      return outcome(
        await call('POST /api/comments/upvote/:postId/:commentId', { params: ofComment, token }),
      )
  }
}

/** Also for numbers beyond the end: a run may be edited, or random. */
function nth<Item>(items: readonly Item[] | undefined, number: number): Item | undefined {
  return items?.[number % Math.max(1, items.length)]
}

function outcome({ status, error }: { status: number; error?: string[] }): string | undefined {
  return status >= 400 ? (error?.[0] ?? `Status ${status}`) : undefined
}
