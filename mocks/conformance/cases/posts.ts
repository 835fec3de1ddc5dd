import { calls } from '../../../src/contract/calls.ts'
import type { postCalls } from '../../../src/contract/posts.ts'
import type { Person, Scene } from '../../testing/scene.ts'
import { BEFORE_NONE, type Cases, newUsername, unknownId } from './case.ts'

const written = calls['POST /api/posts'].example
const edited = calls['POST /api/posts/edit/:postId'].example
const reported = calls['POST /api/posts/report/:postId'].example

const byAuthor = ({ onPost, author }: Scene) => ({ ...onPost, token: author.token })
const byReader = ({ onPost, reader }: Scene) => ({ ...onPost, token: reader.token })
const noPost = ({ author }: Scene) => ({ params: { postId: unknownId() }, token: author.token })

async function liked(scene: Scene, ...people: Person[]) {
  for (const { token } of people) {
    await scene.succeed('POST /api/posts/like/:postId', { ...scene.onPost, token })
  }
  return byReader(scene)
}

export const postCases: Cases<keyof typeof postCalls> = {
  'GET /api/posts': {
    succeeds: () => ({}),
    refuses: { unknownPost: () => ({ query: BEFORE_NONE }) },
  },
  'GET /api/posts/user/:username': {
    succeeds: ({ author }) => ({ params: { username: author.user.username } }),
    refuses: {
      unknownPost: ({ author }) => ({
        params: { username: author.user.username },
        query: BEFORE_NONE,
      }),
      unknownUser: () => ({ params: { username: newUsername() } }),
    },
  },
  'GET /api/posts/following': {
    succeeds: ({ author }) => ({ token: author.token }),
    refuses: { unknownPost: ({ author }) => ({ token: author.token, query: BEFORE_NONE }) },
  },
  'GET /api/posts/:postId/likes': {
    succeeds: ({ onPost }) => onPost,
    refuses: { unknownPost: noPost },
  },
  'GET /api/posts/:postId': { succeeds: ({ onPost }) => onPost, refuses: { unknownPost: noPost } },
  'POST /api/posts': {
    succeeds: ({ author }) => ({ body: written, token: author.token }),
    refuses: {},
  },
  'POST /api/posts/edit/:postId': {
    succeeds: (scene) => ({ ...byAuthor(scene), body: edited }),
    refuses: {
      editForeignPost: (scene) => ({ ...byReader(scene), body: edited }),
      unknownPost: (scene) => ({ ...noPost(scene), body: edited }),
    },
  },
  'DELETE /api/posts/:postId': {
    succeeds: byAuthor,
    refuses: { deleteForeignPost: byReader, unknownPost: noPost },
  },
  'POST /api/posts/like/:postId': {
    succeeds: byReader,
    refuses: { alreadyLiked: (scene) => liked(scene, scene.reader), unknownPost: noPost },
  },
  'POST /api/posts/dislike/:postId': {
    succeeds: (scene) => liked(scene, scene.reader),
    refuses: {
      noLikeToTake: byReader,
      async alreadyDisliked(scene) {
        const options = await liked(scene, scene.reader, scene.stranger)
        await scene.succeed('POST /api/posts/dislike/:postId', options)
        return options
      },
      unknownPost: noPost,
    },
  },
  'POST /api/posts/report/:postId': {
    succeeds: (scene) => ({ ...byReader(scene), body: reported }),
    refuses: {
      reportSelf: (scene) => ({ ...byAuthor(scene), body: reported }),
      async alreadyReported(scene) {
        const options = { ...byReader(scene), body: reported }
        await scene.succeed('POST /api/posts/report/:postId', options)
        return options
      },
      unknownPost: (scene) => ({ ...noPost(scene), body: reported }),
    },
  },
}
