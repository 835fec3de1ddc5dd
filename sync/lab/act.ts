import type { CallName } from '../../src/contract/calls.ts'
import type { localDevice } from './devices.ts'
import type { LabAction, LabStep } from './messages.ts'

type Act = Extract<LabStep, { do: 'act' }>

const NONE = '00000000-0000-7000-8000-000000000000'

const CALLS: Record<LabAction, CallName> = {
  post: 'POST /api/posts',
  edit: 'POST /api/posts/edit/:postId',
  delete: 'DELETE /api/posts/:postId',
  like: 'POST /api/posts/like/:postId',
  dislike: 'POST /api/posts/dislike/:postId',
  bookmark: 'POST /api/users/bookmark/:postId',
  unbookmark: 'POST /api/users/remove-bookmark/:postId',
  report: 'POST /api/posts/report/:postId',
  comment: 'POST /api/comments/add/:postId',
  mention: 'POST /api/comments/add/:postId',
  editComment: 'POST /api/comments/edit/:postId/:commentId',
  deleteComment: 'POST /api/comments/delete/:postId/:commentId',
  upvote: 'POST /api/comments/upvote/:postId/:commentId',
  downvote: 'POST /api/comments/downvote/:postId/:commentId',
  follow: 'POST /api/users/follow/:id',
  unfollow: 'POST /api/users/unfollow/:id',
  mute: 'POST /api/users/mute/:id',
  unmute: 'POST /api/users/unmute/:id',
  bio: 'POST /api/users/edit',
  seen: 'POST /api/notifications/seen',
}
const WITH_TEXT: LabAction[] = ['post', 'edit', 'comment', 'editComment']

/** Does what a member does on a phone, with the calls of the app. @returns the error, if it is refused */
export async function act(
  { call }: Pick<ReturnType<typeof localDevice>, 'call'>,
  token: string,
  { action, post, comment, text = '' }: Act,
  usernames: readonly string[],
): Promise<string | undefined> {
  const name = CALLS[action]
  const params: Record<string, string> = {}
  if (name.includes(':id'))
    params.id = nth((await call('GET /api/users', { token })).data.users, post)
  if (name.includes(':postId'))
    params.postId = nth((await call('GET /api/posts', { token })).data.posts, post)
  if (name.includes(':commentId')) {
    const of = { postId: params.postId ?? NONE }
    params.commentId = nth(
      (await call('GET /api/comments/:postId', { params: of, token })).data.comments,
      comment,
    )
  }
  const body = await bodyOf()
  // The parameters and the body are those of the call.
  const { status, error } = await call(name, { params, body, token } as object)
  return status >= 400 ? (error?.[0] ?? `Status ${status}`) : undefined

  async function bodyOf(): Promise<unknown> {
    if (WITH_TEXT.includes(action)) return { content: text }
    if (action === 'mention')
      return { content: `${text} ${usernames.map((one) => `@${one}`).join()}` }
    if (action === 'bio') return { userData: { bio: text } }
    if (action === 'report') return { reason: 'other', text }
    if (action !== 'seen') return undefined
    const { notifications } = (await call('GET /api/notifications', { token })).data
    return { _id: nth(notifications, post) }
  }
}

/** Also for numbers beyond the end: a run may be edited, or random. */
function nth(items: readonly { _id: string }[] | undefined, number: number): string {
  return items?.[number % Math.max(1, items.length)]?._id ?? NONE
}
