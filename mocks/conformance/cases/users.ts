import { calls } from '../../../src/contract/calls.ts'
import { guest } from '../../../src/contract/guest.ts'
import type { userCalls } from '../../../src/contract/users.ts'
import type { Scene } from '../../testing/scene.ts'
import { BEFORE_NONE, type Cases, newUsername, unknownId } from './case.ts'

const byReader = ({ onPost, reader }: Scene) => ({ ...onPost, token: reader.token })
const onAuthor = ({ author, reader }: Scene) => ({
  params: { id: author.user._id },
  token: reader.token,
})

/** The options of `ask`, after the named call was made with them, successfully or not. */
const after =
  <Asked extends object>(
    name:
      | 'POST /api/users/bookmark/:postId'
      | 'POST /api/users/follow/:id'
      | 'POST /api/users/unfollow/:id'
      | 'POST /api/users/mute/:id'
      | 'POST /api/users/unmute/:id',
    ask: (scene: Scene) => Asked,
  ) =>
  async (scene: Scene) => {
    const options = ask(scene)
    await scene.call(name, options)
    return options
  }

const noPost = ({ reader }: Scene) => ({ params: { postId: unknownId() }, token: reader.token })
const noUser = ({ reader }: Scene) => ({ params: { id: unknownId() }, token: reader.token })

const reported = calls['POST /api/users/report/:id'].example

/** A report of a new user: a report cannot be taken back, and the others are shared by many tests. */
async function onNewcomer({ succeed, reader }: Scene) {
  const body = { ...calls['POST /api/auth/signup'].example, username: newUsername() }
  const { createdUser } = await succeed('POST /api/auth/signup', { body })
  return { params: { id: createdUser._id }, body: reported, token: reader.token }
}

export const userCases: Cases<keyof typeof userCalls> = {
  'GET /api/users': {
    succeeds: () => ({}),
    refuses: { unknownUser: () => ({ query: BEFORE_NONE }) },
  },
  'GET /api/users/bookmark': { succeeds: ({ reader }) => ({ token: reader.token }), refuses: {} },
  'GET /api/users/muted': { succeeds: after('POST /api/users/mute/:id', onAuthor), refuses: {} },
  'GET /api/users/:id': { succeeds: onAuthor, refuses: { unknownUser: noUser } },
  'GET /api/users/:id/followers': { succeeds: onAuthor, refuses: { unknownUser: noUser } },
  'GET /api/users/:id/following': { succeeds: onAuthor, refuses: { unknownUser: noUser } },
  'POST /api/users/edit': {
    succeeds: ({ stranger }) => ({
      body: calls['POST /api/users/edit'].example,
      token: stranger.token,
    }),
    refuses: {
      usernameTaken: ({ author, reader }) => ({
        body: { userData: { username: author.user.username } },
        token: reader.token,
      }),
      guestIsFixed: async ({ succeed }) => {
        const { encodedToken: token } = await succeed('POST /api/auth/login', { body: guest })
        return { body: { userData: { password: 'Torque#2' } }, token }
      },
    },
  },
  'POST /api/users/bookmark/:postId': {
    succeeds: byReader,
    refuses: {
      alreadyBookmarked: after('POST /api/users/bookmark/:postId', byReader),
      unknownPost: noPost,
    },
  },
  'POST /api/users/remove-bookmark/:postId': {
    succeeds: after('POST /api/users/bookmark/:postId', byReader),
    refuses: { notBookmarked: byReader, unknownPost: noPost },
  },
  'POST /api/users/follow/:id': {
    succeeds: after('POST /api/users/unfollow/:id', onAuthor),
    refuses: {
      alreadyFollowing: after('POST /api/users/follow/:id', onAuthor),
      followSelf: ({ reader }) => ({ params: { id: reader.user._id }, token: reader.token }),
      unknownUser: noUser,
    },
  },
  'POST /api/users/unfollow/:id': {
    succeeds: after('POST /api/users/follow/:id', onAuthor),
    refuses: {
      notFollowing: after('POST /api/users/unfollow/:id', onAuthor),
      unknownUser: noUser,
    },
  },
  'POST /api/users/mute/:id': {
    succeeds: after('POST /api/users/unmute/:id', onAuthor),
    refuses: {
      alreadyMuted: after('POST /api/users/mute/:id', onAuthor),
      muteSelf: ({ reader }) => ({ params: { id: reader.user._id }, token: reader.token }),
      unknownUser: noUser,
    },
  },
  'POST /api/users/unmute/:id': {
    succeeds: after('POST /api/users/mute/:id', onAuthor),
    refuses: { notMuted: after('POST /api/users/unmute/:id', onAuthor), unknownUser: noUser },
  },
  'POST /api/users/report/:id': {
    succeeds: onNewcomer,
    refuses: {
      reportSelf: ({ reader }) => ({
        params: { id: reader.user._id },
        body: reported,
        token: reader.token,
      }),
      async alreadyReported(scene) {
        const options = await onNewcomer(scene)
        await scene.succeed('POST /api/users/report/:id', options)
        return options
      },
      unknownUser: (scene) => ({ ...noUser(scene), body: reported }),
    },
  },
}
