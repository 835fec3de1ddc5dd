import { onTestFinished } from 'vitest'
import type { Comment, Post } from '../../src/contract/entities.ts'
import { UPLOADS } from '../../src/contract/uploads.ts'
import { picture } from '../testing/picture.ts'
import { call, succeed } from './client.ts'
import { type Person, people } from './people.ts'

/**
 * The author's new post with a comment of the reader; the stranger has to do with neither. Both are
 * gone after the test: the server may be somebody's.
 */
export type Scene = Awaited<ReturnType<typeof scene>>

export async function scene() {
  const { author, reader, stranger } = await people()
  const post = await writePost(author)
  const comment = await writeComment(reader, post)
  onTestFinished(() => forgetPost(author, post))
  return {
    author,
    reader,
    stranger,
    post,
    comment,
    onPost: { params: { postId: post._id } },
    onComment: { params: { postId: post._id, commentId: comment._id } },
  }
}

export async function writePost({ token }: Person, content = 'Valves set'): Promise<Post> {
  const options = { body: { content }, token, prefer: 'return=minimal' }
  const { posts } = await succeed('POST /api/posts', options)
  return first(posts)
}

async function forgetPost({ token }: Person, { _id: postId }: Post): Promise<void> {
  await call('DELETE /api/posts/:postId', { params: { postId }, token, prefer: 'return=minimal' })
}

export async function writeComment({ token }: Person, post: Post): Promise<Comment> {
  const options = { params: { postId: post._id }, body: { content: 'To 0.15?' }, token }
  return first((await succeed('POST /api/comments/add/:postId', options)).comments)
}

/** Keep a picture of this person and give its id. */
export async function upload({ token }: Person): Promise<string> {
  const { secure_url } = await succeed('POST /api/uploads', { body: { file: picture() }, token })
  return secure_url.slice(secure_url.indexOf(UPLOADS) + UPLOADS.length)
}

export async function readPost(postId: string): Promise<Post> {
  return (await succeed('GET /api/posts/:postId', { params: { postId } })).post
}

export async function readUser({ user }: Person) {
  return (await succeed('GET /api/users/:id', { params: { id: user._id } })).user
}

function first<Item>(items: readonly Item[]): Item {
  const [item] = items
  if (item === undefined) throw new Error('The list is empty')
  return item
}
