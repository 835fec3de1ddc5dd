import type { CallName } from '../../../src/contract/calls.ts'
import { seedPasswords } from '../../../src/contract/seed-passwords.ts'
import { watchedStore } from '../../conformance/model/watched-store.ts'
import { memoryStore } from '../../data/adapters/memory.ts'
import { testApi } from '../api.ts'
import { validBodies } from '../valid-bodies.ts'
import type { Actor } from './ownership.ts'

/** What must be done before it can be taken back. */
const before: Partial<Record<CallName, CallName>> = {
  'POST /api/users/remove-bookmark/:postId': 'POST /api/users/bookmark/:postId',
  'POST /api/users/unfollow/:id': 'POST /api/users/follow/:id',
  'POST /api/posts/dislike/:postId': 'POST /api/posts/like/:postId',
}

/** Mira wrote the post, Theo the comment on it and the picture, Juno nothing. Once for all tests: every world is a copy. */
async function furnish() {
  const store = watchedStore()
  const { call, logIn, upload, writeComment, readPost } = testApi(store)
  const tokenOf = async (username: keyof typeof seedPasswords) =>
    (await logIn({ username, password: seedPasswords[username] })).token
  const tokens = {
    anonymous: undefined,
    stranger: await tokenOf('juno'),
    owner: await tokenOf('theo'),
    postAuthor: await tokenOf('mira'),
  }
  const { _id: postId } = await readPost('5')
  const comment = await writeComment(tokens.owner, postId, 'Mine')
  const kept = await upload(tokens.owner)
  const { data: snapshot } = await call('GET /api/mock/snapshot')
  return { entries: store.entries, tokens, comment, postId, kept, snapshot }
}
const furnished = furnish()

/** A world with things of three people, in which `actor` is about to call `name`. */
export async function ownedWorld(name: CallName, actor: Actor) {
  const { entries, tokens, comment, postId, kept, snapshot } = await furnished
  const store = memoryStore()
  await store.write(entries)
  const { call } = testApi(store)
  const id = name.includes('/uploads/') ? kept._id : comment.userId
  const params = { postId, commentId: comment._id, id, username: 'mira' }
  const given: Partial<Record<CallName, object>> = {
    'POST /api/auth/verify': { encodedToken: tokens.owner },
    'POST /api/mock/snapshot': snapshot,
  }
  const token = tokens[actor]
  const send = (which: CallName) =>
    call<CallName>(which, { params, token, body: (validBodies[which] ?? given[which]) as never })
  const first = before[name]
  if (first) await send(first)
  return { store, ask: () => send(name) }
}
