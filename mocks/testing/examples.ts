import { type CallName, calls } from '../../src/contract/calls.ts'
import { memoryStore } from '../data/adapters/memory.ts'
import type { Store } from '../data/store.ts'
import { testApi } from './api.ts'
import type { Options } from './call-through.ts'
import { validBodies } from './valid-bodies.ts'

export const callNames = Object.keys(calls) as CallName[]

/** The guest has a post and a comment, and Ada has reacted to them in every way. */
async function furnish(store: Store) {
  const api = testApi(store)
  const { call } = api
  const { user, token } = await api.logIn()
  const ada = await api.signUp('ada')
  const post = await api.writePost(token, 'Chain lubed, tank full')
  const comment = await api.writeComment(token, post._id, 'And tightened')
  const onPost = { params: { postId: post._id }, token: ada.token }
  await call('POST /api/posts/like/:postId', onPost)
  await call('POST /api/users/bookmark/:postId', onPost)
  await call('POST /api/users/follow/:id', { params: { id: user._id }, token: ada.token })
  const onComment = { params: { postId: post._id, commentId: comment._id }, token: ada.token }
  await call('POST /api/comments/upvote/:postId/:commentId', onComment)
  const upload = await api.upload(token)
  return { user, token, ada, post, comment, upload: { ...upload, id: '1' } }
}

// Ada's password takes a while to hash: furnish once, and give every world a copy.
const written = new Map<string, unknown>()
// At first use: a file that only imports this may have set the clock, and the token would be old.
let furnished: ReturnType<typeof furnish> | undefined

function recording(store: Store): Store {
  const write: Store['write'] = (changes) => {
    for (const [key, value] of changes) written.set(key, value)
    return store.write(changes)
  }
  return { ...store, write }
}

async function exampleWorld() {
  furnished ??= furnish(recording(memoryStore()))
  const people = await furnished
  const store = memoryStore()
  await store.write(written)
  return { ...testApi(store), ...people, store }
}
type World = Awaited<ReturnType<typeof exampleWorld>>

const onPost = async ({ token, post }: World) => ({ params: { postId: post._id }, token })
const onComment = async ({ token, post, comment }: World) => ({
  params: { postId: post._id, commentId: comment._id },
  token,
})
const onAda = async ({ token, ada }: World) => ({ params: { id: ada.user._id }, token })
const onUpload = async ({ upload }: World) => ({ params: { id: upload._id } })
const byGuest = async ({ token }: World) => ({ token })
const byAnybody = async () => ({})

/** For every call options with which it succeeds, after what it needs is done, but for its valid body. */
const examples: { [Name in CallName]: (world: World) => Promise<Options<Name>> } = {
  'POST /api/auth/login': byAnybody,
  'POST /api/auth/signup': byAnybody,
  'POST /api/auth/verify': async ({ token }) => ({ body: { encodedToken: token } }),

  'GET /api/users': byAnybody,
  'GET /api/users/bookmark': async ({ ada }) => ({ token: ada.token }),
  'GET /api/users/:id': onAda,
  'POST /api/users/edit': async ({ ada }) => ({ token: ada.token }),
  'POST /api/users/bookmark/:postId': onPost,
  'POST /api/users/remove-bookmark/:postId': async (world) => {
    await world.call('POST /api/users/bookmark/:postId', await onPost(world))
    return onPost(world)
  },
  'POST /api/users/follow/:id': onAda,
  'POST /api/users/unfollow/:id': async (world) => {
    await world.call('POST /api/users/follow/:id', await onAda(world))
    return onAda(world)
  },

  'GET /api/posts': byAnybody,
  'GET /api/posts/user/:username': async () => ({ params: { username: 'guest' } }),
  'GET /api/posts/:postId': onPost,
  'POST /api/posts': byGuest,
  'POST /api/posts/edit/:postId': onPost,
  'DELETE /api/posts/:postId': onPost,
  'POST /api/posts/like/:postId': onPost,
  'POST /api/posts/dislike/:postId': onPost,

  'GET /api/comments/:postId': onPost,
  'POST /api/comments/add/:postId': onPost,
  'POST /api/comments/edit/:postId/:commentId': onComment,
  'POST /api/comments/delete/:postId/:commentId': onComment,
  'POST /api/comments/upvote/:postId/:commentId': onComment,
  'POST /api/comments/downvote/:postId/:commentId': onComment,

  'GET /api/mock': byAnybody,
  'POST /api/mock/settings': byAnybody,
  'POST /api/mock/reset': byAnybody,
  'GET /api/mock/snapshot': byAnybody,
  'POST /api/mock/snapshot': async ({ call }) => {
    const { data } = await call('GET /api/mock/snapshot')
    return { body: { ...data, comments: [] } }
  },
  'GET /api/openapi.json': byAnybody,
  'POST /api/uploads': byGuest,
  'GET /api/uploads/:id': onUpload,
  'POST /api/uploads/:id/moved': async (world) => ({
    ...(await onUpload(world)),
    token: world.token,
  }),
}

/** A world in which `name` is ready to be called: `ask` calls it, with some options changed. */
export async function prepare(name: CallName) {
  const world = await exampleWorld()
  // One name of many: the table above has checked that its options fit.
  const example = examples[name] as (world: World) => Promise<Options<CallName>>
  const options = { body: validBodies[name], ...(await example(world)) }
  const ask = (changes: Partial<Options<CallName>> = {}) =>
    world.call<CallName>(name, { ...options, ...changes })
  return { ...world, options, ask }
}
