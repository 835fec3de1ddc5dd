import type { callThrough, Options } from '../../src/client/call-through.ts'
import { type CallName, calls, type Reply } from '../../src/contract/calls.ts'
import type { Comment, Post, User } from '../../src/contract/entities.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { picture } from './picture.ts'

type Call = ReturnType<typeof callThrough>
export type Client = { call: Call; succeed: ReturnType<typeof succeedWith> }
export type Person = { user: User; token: string; password: string }
export type People = { author: Person; reader: Person; stranger: Person }

/**
 * The data on which every call is tested: the author's post, with a comment of the reader. The stranger is
 * related to neither.
 */
export type Scene = People &
  Client & {
    post: Post
    comment: Comment
    onPost: { params: { postId: string } }
    onComment: { params: { postId: string; commentId: string } }
    /** Registers a clean-up for the end of the test. */
    atEnd(undo: () => Promise<void>): void
  }

/** Makes a call that must succeed, and returns its reply. The result throws when the call fails. */
export function succeedWith(call: Call) {
  return async <Name extends CallName>(
    name: Name,
    options: Options<Name> = {},
  ): Promise<Reply<Name>> => {
    const { status, data, error } = await call(name, options)
    if (status === calls[name].status) return data
    throw new Error(`${name} answers ${status}: ${error}`)
  }
}

export async function makeScene(
  call: Call,
  people: People,
  atEnd: Scene['atEnd'] = () => undefined,
): Promise<Scene> {
  const succeed = succeedWith(call)
  const { author, reader } = people
  const post = await writePost({ call, succeed }, author)
  const { _id: postId } = post
  const onPost = { params: { postId } }
  atEnd(async () => {
    const options = { ...onPost, token: author.token, prefer: 'return=minimal' }
    await call('DELETE /api/posts/:postId', options)
  })
  const comment = await writeComment({ call, succeed }, reader, post)
  return {
    ...people,
    call,
    succeed,
    post,
    comment,
    onPost,
    onComment: { params: { postId, commentId: comment._id } },
    atEnd,
  }
}

export async function writePost({ succeed }: Client, { token }: Person, content = 'Valves set') {
  const options = { body: { content }, token, prefer: 'return=minimal' }
  return first((await succeed('POST /api/posts', options)).posts)
}

export async function writeComment({ succeed }: Client, { token }: Person, post: Post) {
  const options = { params: { postId: post._id }, body: { content: 'To 0.15?' }, token }
  return first((await succeed('POST /api/comments/add/:postId', options)).comments)
}

function first<Item>(items: readonly Item[]): Item {
  const [item] = items
  if (item === undefined) throw new Error('The list is empty')
  return item
}

/** Uploads a picture of this person and returns its `_id`. */
export async function upload({ succeed }: Client, { token }: Person): Promise<string> {
  const { secure_url } = await succeed('POST /api/uploads', { body: { file: picture() }, token })
  return secure_url.slice(secure_url.indexOf(UPLOADS) + UPLOADS.length)
}
