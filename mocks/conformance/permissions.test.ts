import { expect, test } from 'vitest'
import { type CallName, type Calls, calls } from '../../src/contract/calls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { caseOf } from './cases/cases.ts'
import { call } from './client.ts'
import { people, scene } from './scene.ts'
import { callable } from './server.ts'

const actors = ['author', 'reader', 'stranger'] as const
type Verdicts = Record<(typeof actors)[number], 'ok' | keyof typeof apiErrors>

const everybody: Verdicts = { author: 'ok', reader: 'ok', stranger: 'ok' }

type ForeignText = {
  [Key in keyof typeof apiErrors]: Key extends `${string}Foreign${string}`
    ? (typeof apiErrors)[Key]['text']
    : never
}[keyof typeof apiErrors]
type Refuses = { refuses: readonly { text: string }[] }
/** The calls that check who owns the row. */
type OwnersCall = {
  [Name in CallName]: Calls[Name] extends Refuses
    ? Calls[Name]['refuses'][number]['text'] & ForeignText extends never
      ? never
      : Name
    : never
}[CallName]

/**
 * Who may change the author's post and the reader's comment, for calls that check ownership. A new
 * one does not compile without a row here.
 */
const verdicts: { [Name in OwnersCall]: Verdicts } & { [Name in CallName]?: Verdicts } = {
  'POST /api/posts/edit/:postId': {
    author: 'ok',
    reader: 'editForeignPost',
    stranger: 'editForeignPost',
  },
  'DELETE /api/posts/:postId': {
    author: 'ok',
    reader: 'deleteForeignPost',
    stranger: 'deleteForeignPost',
  },
  'POST /api/comments/edit/:postId/:commentId': {
    author: 'editForeignComment',
    reader: 'ok',
    stranger: 'editForeignComment',
  },
  'POST /api/comments/delete/:postId/:commentId': {
    author: 'ok',
    reader: 'ok',
    stranger: 'deleteForeignComment',
  },
  // The picture belongs to the author.
  'POST /api/uploads/:id/moved': {
    author: 'ok',
    reader: 'moveForeignUpload',
    stranger: 'moveForeignUpload',
  },
  // The case has the password of another user.
  'POST /api/account/delete': {
    author: 'wrongPassword',
    reader: 'wrongPassword',
    stranger: 'wrongPassword',
  },
  // The user to follow is the author.
  'POST /api/users/follow/:id': { ...everybody, author: 'followSelf' },
  'POST /api/users/unfollow/:id': { ...everybody, author: 'notFollowing' },
  'POST /api/users/mute/:id': { ...everybody, author: 'muteSelf' },
  'POST /api/users/unmute/:id': { ...everybody, author: 'notMuted' },
  'POST /api/posts/report/:postId': { ...everybody, author: 'reportSelf' },
  'POST /api/comments/report/:postId/:commentId': { ...everybody, reader: 'reportSelf' },
}

/** The call that the same user must make before it can be undone. */
const before: { [Name in CallName]?: CallName } = {
  'POST /api/users/remove-bookmark/:postId': 'POST /api/users/bookmark/:postId',
  'POST /api/users/unfollow/:id': 'POST /api/users/follow/:id',
  'POST /api/users/unmute/:id': 'POST /api/users/mute/:id',
  'POST /api/posts/dislike/:postId': 'POST /api/posts/like/:postId',
}

const ofViewer = callable.filter((name) => 'auth' in calls[name])

test.each(
  ofViewer.flatMap((name) =>
    actors.map((actor) => ({ name, actor, verdict: (verdicts[name] ?? everybody)[actor] })),
  ),
)(
  '$name returns $verdict to the $actor (R1.3, R1.6, R1.7, R6.3)',
  async ({ name, actor, verdict }) => {
    const { token } = (await people())[actor]
    const options = { ...(await caseOf(name).succeeds(await scene())), token }
    const first = before[name]
    // An earlier row of the table may have made it already.
    if (first) await call(first, options)
    const { status, error } = await call(name, options)
    const expected = verdict === 'ok' ? [calls[name].status, undefined] : refusal(verdict)
    expect([status, error]).toEqual(expected)
  },
)

function refusal(key: keyof typeof apiErrors) {
  const { status, text } = apiErrors[key]
  return [status, [text]]
}

test.each(callable.filter((name) => !ofViewer.includes(name)))(
  '%s needs no token (R1.2)',
  async (name) => {
    const options = await caseOf(name).succeeds(await scene())
    expect((await call(name, { ...options, token: undefined })).status).toBe(calls[name].status)
  },
)
