import { seedUsers } from '../seed/users.ts'
import type { Store } from '../store/store.ts'
import { testApi } from './api.ts'

/** An API in which every user can repeat every action on all others. */
export async function busyApi(store?: Store) {
  const api = testApi(store)
  const { call } = api
  const tokens: string[] = []
  for (const user of seedUsers) tokens.push((await api.logIn(user)).token)

  /** Every user undoes each action, where possible, and repeats it. */
  async function round() {
    const prefer = 'return=minimal'
    for (const token of tokens) {
      for (const { _id: id } of seedUsers) {
        await call('POST /api/users/unfollow/:id', { params: { id }, token })
        await call('POST /api/users/follow/:id', { params: { id }, token })
      }
      for (const { _id: postId } of (await call('GET /api/posts')).data.posts) {
        const onPost = { params: { postId }, token, prefer }
        await call('POST /api/posts/dislike/:postId', onPost)
        await call('POST /api/posts/like/:postId', onPost)
        await call('POST /api/users/remove-bookmark/:postId', onPost)
        await call('POST /api/users/bookmark/:postId', onPost)
      }
    }
  }

  async function comment() {
    for (const token of tokens) {
      for (const { _id } of (await call('GET /api/posts')).data.posts) {
        await api.writeComment(token, _id, 'Nice')
      }
    }
  }

  /** Every user downvotes every comment, then upvotes it. */
  async function vote() {
    for (const post of (await call('GET /api/posts')).data.posts) {
      for (const { _id: commentId } of post.comments) {
        for (const token of tokens) {
          const params = { postId: post._id, commentId }
          const options = { params, token, prefer: 'return=minimal' }
          await call('POST /api/comments/downvote/:postId/:commentId', options)
          await call('POST /api/comments/upvote/:postId/:commentId', options)
        }
      }
    }
  }

  const [token = ''] = tokens
  return { ...api, token, round, comment, vote }
}
