import { callThrough } from '../../src/client/call-through.ts'
import { guest } from '../../src/contract/guest.ts'
import { UPLOADS } from '../../src/contract/uploads-path.ts'
import { type Database, openDatabase } from '../database.ts'
import { deviceHost, type Host } from '../host.ts'
import { createServer } from '../msw-handlers.ts'
import { memoryStore } from '../store/adapters/memory.ts'
import type { Place } from '../store/clock.ts'
import { rowCache } from '../store/row-cache.ts'
import type { Entries, Store } from '../store/store.ts'
import { mustBeListed } from './listed-errors.ts'
import { picture } from './picture.ts'

/** A new store with the cache of the worker. A handler that changes a cached value throws. */
function cachedMemory(): Store {
  return rowCache(frozen(memoryStore()), crypto.randomUUID())
}

/** The mock API over a new store, without a delay, called as the app calls it. */
export function testApi(
  store: Store = cachedMemory(),
  own: Partial<Host> = {},
  place: Partial<Place> = {},
) {
  const database: Database = openDatabase(store, place)
  const describe = async () => ({ openapi: '3.1.0', made: 'by the tests' })
  const imageHost = 'https://pictures.test/'
  const serve = createServer(deviceHost({ database, delayMs: 0, describe, imageHost, ...own }))
  const send = (path: string, init?: RequestInit) =>
    serve(new Request(new URL(path, 'http://gearheads.test'), init))
  const callHere = callThrough(send)
  const call: typeof callHere = async (name, options) => {
    const answer = await callHere(name, options)
    mustBeListed(name, answer.error?.[0])
    return answer
  }

  /** Creates an account and returns its user and token. */
  async function signUp(username: string) {
    const body = { username, password: 'Torque#1', name: `${username} Driver` }
    const { data } = await call('POST /api/auth/signup', { body })
    return { user: data.createdUser, token: data.encodedToken }
  }

  async function logIn(credentials: { username: string; password: string } = guest) {
    const { data } = await call('POST /api/auth/login', { body: credentials })
    return { user: data.foundUser, token: data.encodedToken }
  }

  /** Creates a post as the token's user and returns it. */
  async function writePost(token: string, content: string) {
    const { data } = await call('POST /api/posts', { body: { content }, token })
    const [post] = data.posts
    if (!post) throw new Error('The new post is missing')
    return post
  }

  /** Creates a comment as the token's user and returns it. */
  async function writeComment(token: string, postId: string, content: string) {
    const options = { params: { postId }, body: { content }, token }
    const { data } = await call('POST /api/comments/add/:postId', options)
    const [comment] = data.comments
    if (!comment) throw new Error('The new comment is missing')
    return comment
  }

  /** Uploads a picture as the token's user and returns its id. */
  async function upload(token: string, file: Blob = picture()) {
    const { data } = await call('POST /api/uploads', { body: { file }, token })
    return { _id: data.secure_url.slice(UPLOADS.length), url: data.secure_url }
  }

  async function readUser(id: string) {
    return (await call('GET /api/users/:id', { params: { id } })).data.user
  }

  async function readPost(postId: string) {
    return (await call('GET /api/posts/:postId', { params: { postId } })).data.post
  }

  const ways = { signUp, logIn, writePost, writeComment, upload, readUser, readPost }
  return { call, send, ...ways, database }
}

/** `entries`, whose values cannot be changed after they were read. */
function frozen(entries: Entries): Entries {
  return {
    ...entries,
    read: async (keys) => freeze(await entries.read(keys)),
    scan: async (ranges) => freeze(await entries.scan(ranges)),
  }
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}
