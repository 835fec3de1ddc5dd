import { calls } from '../../../src/contract/calls.ts'
import type { commentCalls } from '../../../src/contract/comments.ts'
import type { Scene } from '../../testing/scene.ts'
import { BEFORE_NONE, type Cases, unknownId } from './case.ts'

const added = calls['POST /api/comments/add/:postId'].example
const edited = calls['POST /api/comments/edit/:postId/:commentId'].example
const reported = calls['POST /api/comments/report/:postId/:commentId'].example

const byReader = ({ onComment, reader }: Scene) => ({ ...onComment, token: reader.token })
const byAuthor = ({ onComment, author }: Scene) => ({ ...onComment, token: author.token })
const byStranger = ({ onComment, stranger }: Scene) => ({ ...onComment, token: stranger.token })
const onPost = ({ onPost, reader }: Scene) => ({ ...onPost, token: reader.token })
const noPost = ({ comment, reader }: Scene) => ({
  params: { postId: unknownId(), commentId: comment._id },
  token: reader.token,
})
const noComment = ({ post, reader }: Scene) => ({
  params: { postId: post._id, commentId: unknownId() },
  token: reader.token,
})

/** Like {@link byReader}, after the same vote. */
const voted = (vote: 'upvote' | 'downvote') => async (scene: Scene) => {
  await scene.succeed(`POST /api/comments/${vote}/:postId/:commentId`, byReader(scene))
  return byReader(scene)
}

export const commentCases: Cases<keyof typeof commentCalls> = {
  'GET /api/comments/:postId': {
    succeeds: onPost,
    refuses: {
      unknownPost: noPost,
      unknownComment: (scene) => ({ ...onPost(scene), query: BEFORE_NONE }),
    },
  },
  'GET /api/comments/:postId/:commentId/upvotes': {
    succeeds: voted('upvote'),
    refuses: { unknownPost: noPost, unknownComment: noComment },
  },
  'POST /api/comments/add/:postId': {
    succeeds: (scene) => ({ ...onPost(scene), body: added }),
    refuses: { unknownPost: (scene) => ({ ...noPost(scene), body: added }) },
  },
  'POST /api/comments/edit/:postId/:commentId': {
    succeeds: (scene) => ({ ...byReader(scene), body: edited }),
    refuses: {
      editForeignComment: (scene) => ({ ...byStranger(scene), body: edited }),
      unknownPost: (scene) => ({ ...noPost(scene), body: edited }),
      unknownComment: (scene) => ({ ...noComment(scene), body: edited }),
    },
  },
  'POST /api/comments/delete/:postId/:commentId': {
    succeeds: byReader,
    refuses: {
      deleteForeignComment: byStranger,
      unknownPost: noPost,
      unknownComment: noComment,
    },
  },
  'POST /api/comments/upvote/:postId/:commentId': {
    succeeds: byReader,
    refuses: {
      alreadyUpvoted: voted('upvote'),
      unknownPost: noPost,
      unknownComment: noComment,
    },
  },
  'POST /api/comments/downvote/:postId/:commentId': {
    succeeds: byReader,
    refuses: {
      alreadyDownvoted: voted('downvote'),
      unknownPost: noPost,
      unknownComment: noComment,
    },
  },
  'POST /api/comments/report/:postId/:commentId': {
    succeeds: (scene) => ({ ...byAuthor(scene), body: reported }),
    refuses: {
      reportSelf: (scene) => ({ ...byReader(scene), body: reported }),
      async alreadyReported(scene) {
        const options = { ...byAuthor(scene), body: reported }
        await scene.succeed('POST /api/comments/report/:postId/:commentId', options)
        return options
      },
      unknownPost: (scene) => ({ ...noPost(scene), body: reported }),
      unknownComment: (scene) => ({ ...noComment(scene), body: reported }),
    },
  },
}
