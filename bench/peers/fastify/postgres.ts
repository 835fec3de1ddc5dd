/**
 * A minimal endpoint on Fastify and pg with the same replies as ours for a page of the feed, a like and a dislike, each of one
 * statement: `node postgres.ts <snapshot.json> <address of an empty schema>`. As durable as ours.
 */
import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import pg from 'pg'
import type { Snapshot } from '../../../src/contract/snapshot.ts'
import type { ViewedPost } from '../../../src/contract/viewed.ts'

const [snapshotFile = '', connectionString = ''] = process.argv.slice(2)
const snapshot: Snapshot = JSON.parse(readFileSync(snapshotFile, 'utf8'))
const key = crypto.getRandomValues(new Uint8Array(32))
const pool = new pg.Pool({ connectionString, max: 10 })

const CONTENT = ['_id', 'id', 'content', 'imageUrl', 'imageAlt', 'userId', 'createdAt', 'updatedAt']
const TABLES = { users: ['_id', 'firstName', 'username', 'profilePhoto'], posts: CONTENT }
for (const [table, columns] of Object.entries(TABLES)) {
  const types = columns.map((name) => `"${name}" TEXT${name === '_id' ? ' PRIMARY KEY' : ''}`)
  if (table === 'posts') types.push('"likeCount" INTEGER', '"commentCount" INTEGER')
  await pool.query(`CREATE TABLE ${table} (${types})`)
  const values = columns.map((name) => `coalesce(value ->> '${name}', '')`)
  if (table === 'posts') values.push(`(value ->> 'likeCount')::int`, '0')
  const rows = JSON.stringify(snapshot[table as keyof typeof TABLES])
  await pool.query(`INSERT INTO ${table} SELECT ${values} FROM json_array_elements($1) AS value`, [
    rows,
  ])
}
await pool.query(
  `CREATE TABLE links (list TEXT, "rowId" TEXT, "userId" TEXT, PRIMARY KEY ("rowId", "userId", list))`,
)
const links = [
  ...snapshot.posts.flatMap(({ _id, likedBy, dislikedBy, bookmarkedBy }) =>
    Object.entries({ likedBy, dislikedBy, bookmarkedBy }).flatMap(([list, users]) =>
      users.map((user) => [list, _id, user]),
    ),
  ),
  ...snapshot.users.flatMap(({ _id, followers }) =>
    followers.map((follower) => ['followedBy', _id, follower]),
  ),
]
await pool.query(
  'INSERT INTO links SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_array_elements($1) AS value',
  [JSON.stringify(links)],
)
await pool.query(
  `UPDATE posts SET "commentCount" = (SELECT count(*) FROM json_array_elements($1) AS value WHERE value ->> 'postId' = posts._id)`,
  [JSON.stringify(snapshot.comments)],
)
await pool.query('ANALYZE')

const columns = `${CONTENT.map((name) => `p."${name}"`)}, "likeCount", "commentCount", username, "firstName", "profilePhoto",
  ARRAY(SELECT list FROM links WHERE "rowId" = p._id AND "userId" = $1) AS lists,
  EXISTS(SELECT FROM links WHERE "rowId" = p."userId" AND "userId" = $1 AND list = 'followedBy') AS "isFollowed"`
const PAGE = {
  name: 'page',
  text: `SELECT ${columns} FROM posts p JOIN users u ON u._id = p."userId" ORDER BY p._id DESC LIMIT $2`,
}
/** Likes a post, or takes the like back: nothing if the post or the user is unknown, or it is done already. */
const LIKE = {
  name: 'like',
  text: `WITH added AS (
      INSERT INTO links SELECT $3, p._id, u._id FROM posts p, users u WHERE p._id = $2 AND u._id = $1
      ON CONFLICT DO NOTHING RETURNING "rowId"),
    removed AS (DELETE FROM links WHERE "rowId" = $2 AND "userId" = $1 AND list = $4 AND EXISTS (SELECT FROM added)),
    counted AS (UPDATE posts SET "likeCount" = "likeCount" + $5::int WHERE _id IN (SELECT "rowId" FROM added) RETURNING *)
    SELECT ${columns} FROM counted p JOIN users u ON u._id = p."userId"`,
}

/** A post with its author, and what the viewer has done. */
type Row = Omit<ViewedPost, 'likes' | 'bookmarkedBy' | 'followedBy' | 'userPhoto'> & {
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

/** @returns the `_id` in a token; `undefined` if it is invalid */
async function viewerOf(token = ''): Promise<string | undefined> {
  const verified = await compactVerify(token, key, { algorithms: ['HS256'] }).catch(() => undefined)
  const { _id, exp } = verified ? JSON.parse(new TextDecoder().decode(verified.payload)) : {}
  return exp * 1000 > Date.now() ? _id : undefined
}

const app = fastify()
app.get<{ Querystring: { limit: string } }>('/api/posts', async ({ query, headers }) => {
  const viewer = await viewerOf(headers.authorization)
  const { rows } = await pool.query<Row>({ ...PAGE, values: [viewer, Number(query.limit)] })
  return { posts: rows.map((row) => viewPost(viewer, row)) }
})
for (const [verb, added, removed, change] of [
  ['like', 'likedBy', 'dislikedBy', 1],
  ['dislike', 'dislikedBy', 'likedBy', -1],
] as const) {
  app.post<{ Params: { id: string } }>(
    `/api/posts/${verb}/:id`,
    async ({ params: { id }, headers }, reply) => {
      const viewer = await viewerOf(headers.authorization)
      const values = [viewer, id, added, removed, change]
      const { rows } = await pool.query<Row>({ ...LIKE, values })
      if (rows.length === 0) return reply.code(400).send({ error: [`Already in ${added}`] })
      // The statement reads what was there before it.
      const posts = rows.map((row) => viewPost(viewer, { ...row, lists: [added] }))
      return reply.code(201).send({ posts, liked: verb === 'like' ? [{ _id: id }] : [] })
    },
  )
}
/** A token of this endpoint for each user, newest first. */
app.get('/tokens', () =>
  Promise.all(
    snapshot.users.map(({ _id }) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify({ _id, exp: 4_000_000_000 })))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(key),
    ),
  ),
)
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }))
// Ends with the process that started it.
process.once('disconnect', () => process.exit())
