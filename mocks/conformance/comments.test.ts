import { expect, test } from 'vitest'
import { succeed } from './client.ts'
import { people, readPost, scene, writeComment, writePost } from './scene.ts'
import { testFullReply } from './server.ts'

const ids = (items: { _id: string }[]) => items.map(({ _id }) => _id)

test('comments are listed newest first, on their post and in their own list (R5.7, R12.6)', async () => {
  const { author, reader } = await people()
  const post = await writePost(author)
  const older = await writeComment(reader, post)
  const newer = await writeComment(author, post)
  const params = { postId: post._id }
  const { comments } = await succeed('GET /api/comments/:postId', { params })
  expect(ids(comments)).toEqual([newer._id, older._id])
  expect((await readPost(post._id)).comments).toEqual(comments)
  expect(comments[1]).toMatchObject({
    username: reader.user.username,
    userId: reader.user._id,
    votes: { upvotedBy: [], downvotedBy: [] },
  })
})

testFullReply('an edit changes only the text of one comment', async () => {
  const { reader, comment, onComment, onPost } = await scene()
  const options = { ...onComment, body: { content: 'Warm.' }, token: reader.token }
  await succeed('POST /api/comments/edit/:postId/:commentId', options)
  const { comments } = await succeed('GET /api/comments/:postId', onPost)
  expect(comments).toEqual([{ ...comment, content: 'Warm.', updatedAt: comments[0]?.updatedAt }])
})

test('the author of a post may delete any comment on it', async () => {
  const { author, onComment, onPost } = await scene()
  const name = 'POST /api/comments/delete/:postId/:commentId'
  const { comments } = await succeed(name, { ...onComment, token: author.token })
  expect(comments).toEqual([])
  expect((await succeed('GET /api/comments/:postId', onPost)).comments).toEqual([])
})

test('returns 404 for a comment of another post', async () => {
  const { author, comment, reader } = await scene()
  const { _id: postId } = await writePost(author)
  const options = { params: { postId, commentId: comment._id }, token: reader.token }
  const vote = succeed('POST /api/comments/upvote/:postId/:commentId', options)
  await expect(vote).rejects.toThrow("This comment doesn't exist. It may have been deleted.")
})

test('an upvote removes the downvote of its user, and the other way round (R5.4)', async () => {
  const { stranger, onComment } = await scene()
  const options = { ...onComment, token: stranger.token }
  const me = [stranger.user._id]
  for (const [vote, up, down] of [
    ['upvote', me, []],
    ['downvote', [], me],
    ['upvote', me, []],
  ] as const) {
    const { comments } = await succeed(`POST /api/comments/${vote}/:postId/:commentId`, options)
    const votes = comments[0]?.votes
    expect([ids(votes?.upvotedBy ?? []), ids(votes?.downvotedBy ?? [])]).toEqual([up, down])
  }
})
