/** What both endpoints share: the routes, the tokens, and the form of a post. */
import { fastify } from 'fastify'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import type { Snapshot } from '../../../src/contract/snapshot.ts'
import type { ViewedPost } from '../../../src/contract/viewed.ts'

export const CONTENT = [
  ...['_id', 'id', 'content', 'imageUrl', 'imageAlt', 'userId', 'createdAt', 'updatedAt'],
]
/** The tables and the fields that they take from a snapshot. */
export const TABLES = { users: ['_id', 'firstName', 'username', 'profilePhoto'], posts: CONTENT }

/** A list of a row, such as `likedBy` of a post, with one of its users. */
export type Link = [list: string, rowId: string, userId: string]

export function linksOf({ posts, users }: Snapshot): Link[] {
  return [
    ...posts.flatMap(({ _id, likedBy, dislikedBy, bookmarkedBy }) =>
      Object.entries({ likedBy, dislikedBy, bookmarkedBy }).flatMap(([list, members]) =>
        members.map((user): Link => [list, _id, user]),
      ),
    ),
    ...users.flatMap(({ _id, followers }) =>
      followers.map((follower): Link => ['followedBy', _id, follower]),
    ),
  ]
}

/** A post with its author, and what the viewer has done. */
export type Row = Omit<ViewedPost, 'likes' | 'bookmarkedBy' | 'followedBy' | 'userPhoto'> & {
  likeCount: number
  profilePhoto: string
  lists: string[]
  isFollowed: boolean
}

/** A post for a viewer, as with `Prefer: people=own`. */
function viewPost(viewer: string | undefined, row: Row): ViewedPost {
  const { profilePhoto, imageUrl, imageAlt, likeCount, lists, isFollowed, ...rest } = row
  const { chosen, default: standard } = JSON.parse(profilePhoto)
  const own = (isNamed: boolean) => (isNamed && viewer ? [{ _id: viewer }] : [])
  return {
    ...rest,
    imageUrl: imageUrl || undefined,
    imageAlt: imageAlt || undefined,
    userPhoto: chosen || standard,
    likes: {
      likeCount,
      likedBy: own(lists.includes('likedBy')),
      dislikedBy: own(lists.includes('dislikedBy')),
    },
    bookmarkedBy: own(lists.includes('bookmarkedBy')),
    followedBy: own(isFollowed),
  }
}

type Data = {
  page(viewer: string | undefined, limit: number): Row[] | Promise<Row[]>
  /**
   * Adds the viewer to one list of a post and removes them from the other.
   * @param change of the number of likes
   * @returns the post; `undefined` if there is none, or it is done already
   */
  move(
    viewer: string,
    id: string,
    lists: { added: string; removed: string; change: number },
  ): Row | undefined | Promise<Row | undefined>
}

const LISTS = {
  like: { added: 'likedBy', removed: 'dislikedBy', change: 1 },
  dislike: { added: 'dislikedBy', removed: 'likedBy', change: -1 },
}

/** Serves a page of the feed, a like and a dislike, and `/tokens`: one for each user, newest first. */
export async function serve({ users }: Snapshot, { page, move }: Data): Promise<void> {
  const key = crypto.getRandomValues(new Uint8Array(32))

  /** @returns the `_id` in a token; `undefined` if it is invalid */
  async function viewerOf(token = ''): Promise<string | undefined> {
    const verified = await compactVerify(token, key, { algorithms: ['HS256'] }).catch(
      () => undefined,
    )
    const { _id, exp } = verified ? JSON.parse(new TextDecoder().decode(verified.payload)) : {}
    return exp * 1000 > Date.now() ? _id : undefined
  }

  const app = fastify()
  app.get<{ Querystring: { limit: string } }>('/api/posts', async ({ query, headers }) => {
    const viewer = await viewerOf(headers.authorization)
    const rows = await page(viewer, Number(query.limit))
    return { posts: rows.map((row) => viewPost(viewer, row)) }
  })
  for (const [verb, lists] of Object.entries(LISTS)) {
    app.post<{ Params: { id: string } }>(
      `/api/posts/${verb}/:id`,
      async ({ params: { id }, headers }, reply) => {
        const viewer = await viewerOf(headers.authorization)
        const row = viewer && (await move(viewer, id, lists))
        if (!row) return reply.code(400).send({ error: [`Already in ${lists.added}`] })
        const liked = verb === 'like' ? [{ _id: id }] : []
        return reply.code(201).send({ posts: [viewPost(viewer, row)], liked })
      },
    )
  }
  app.get('/tokens', () =>
    Promise.all(
      users.map(({ _id }) =>
        new CompactSign(new TextEncoder().encode(JSON.stringify({ _id, exp: 4_000_000_000 })))
          .setProtectedHeader({ alg: 'HS256' })
          .sign(key),
      ),
    ),
  )
  process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
  // Ends with the process that started it.
  process.once('disconnect', () => process.exit())
}
