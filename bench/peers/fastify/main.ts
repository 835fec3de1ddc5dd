/**
 * A minimal endpoint on Fastify and node:sqlite with the same replies as ours for a page of the feed, a like and a
 * dislike: `node main.ts <snapshot.json> <file.db>`. As durable as ours, with one transaction for each write.
 */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import type { Snapshot } from '../../../src/contract/snapshot.ts'
import type { ViewedPost } from '../../../src/contract/viewed.ts'

const [snapshotFile = '', file = ''] = process.argv.slice(2)
const snapshot: Snapshot = JSON.parse(readFileSync(snapshotFile, 'utf8'))
const key = crypto.getRandomValues(new Uint8Array(32))
const db = new DatabaseSync(file)
db.exec(
  'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN',
)

const CONTENT = ['_id', 'id', 'content', 'imageUrl', 'imageAlt', 'userId', 'createdAt', 'updatedAt']
const TABLES = { users: ['_id', 'firstName', 'username', 'profilePhoto'], posts: CONTENT }
for (const [table, columns] of Object.entries(TABLES)) {
  const types = columns.map((name) => `${name} TEXT${name === '_id' ? ' PRIMARY KEY' : ''}`)
  if (table === 'posts') types.push('likeCount INTEGER', 'commentCount INTEGER')
  db.exec(`CREATE TABLE ${table} (${types}) WITHOUT ROWID`)
  const values = columns.map((name) => `coalesce(value ->> '${name}', '')`)
  if (table === 'posts') values.push("value ->> 'likeCount'", '0')
  const rows = JSON.stringify(snapshot[table as keyof typeof TABLES])
  db.prepare(`INSERT INTO ${table} SELECT ${values} FROM json_each(?)`).run(rows)
}
db.exec(
  `CREATE TABLE links (list TEXT, rowId TEXT, userId TEXT, PRIMARY KEY (rowId, userId, list)) WITHOUT ROWID`,
)
const link = db.prepare('INSERT INTO links (list, rowId, userId) VALUES (?, ?, ?)')
const unlink = db.prepare('DELETE FROM links WHERE list = ? AND rowId = ? AND userId = ?')
for (const { _id, likedBy, dislikedBy, bookmarkedBy } of snapshot.posts) {
  for (const [list, users] of Object.entries({ likedBy, dislikedBy, bookmarkedBy }))
    for (const user of users) link.run(list, _id, user)
}
for (const { _id, followers } of snapshot.users) {
  for (const follower of followers) link.run('followedBy', _id, follower)
}
const countComment = db.prepare('UPDATE posts SET commentCount = commentCount + 1 WHERE _id = ?')
for (const { postId } of snapshot.comments) countComment.run(postId)
db.exec('COMMIT')

const select = `SELECT ${CONTENT.map((name) => `p.${name}`)}, likeCount, commentCount, username, firstName, profilePhoto
  FROM posts p JOIN users u ON u._id = userId`
const pageOf = db.prepare(`${select} ORDER BY p._id DESC LIMIT ?`)
const postOf = db.prepare(`${select} WHERE p._id = ?`)
const linksOf = db.prepare('SELECT list FROM links WHERE rowId = ? AND userId = ?')
const userOf = db.prepare('SELECT _id FROM users WHERE _id = ?')
const countLike = db.prepare('UPDATE posts SET likeCount = likeCount + ? WHERE _id = ?')

/** A post with its author. */
type Row = Omit<ViewedPost, 'likes' | 'bookmarkedBy' | 'followedBy' | 'userPhoto'> & {
  likeCount: number
  profilePhoto: string
}

/** A post for a viewer, as with `Prefer: people=own`. */
function viewPost(viewer: string | undefined, row: Row): ViewedPost {
  const { profilePhoto, imageUrl, imageAlt, likeCount, ...rest } = row
  const { chosen, default: standard } = JSON.parse(profilePhoto)
  const listsWith = (rowId: string) =>
    viewer ? (linksOf.all(rowId, viewer) as { list: string }[]).map(({ list }) => list) : []
  const [lists, author] = [listsWith(row._id), listsWith(row.userId)]
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
    followedBy: own(author.includes('followedBy')),
  }
}

/** @returns the `_id` of the user of a token; `undefined` if it is invalid */
async function viewerOf(token = ''): Promise<string | undefined> {
  const verified = await compactVerify(token, key, { algorithms: ['HS256'] }).catch(() => undefined)
  const { _id, exp } = verified ? JSON.parse(new TextDecoder().decode(verified.payload)) : {}
  return exp * 1000 > Date.now() && userOf.get(_id) ? _id : undefined
}

const app = fastify()
app.get<{ Querystring: { limit: string } }>('/api/posts', async ({ query, headers }) => {
  const viewer = await viewerOf(headers.authorization)
  const rows = pageOf.all(Number(query.limit)) as unknown[] as Row[]
  return { posts: rows.map((row) => viewPost(viewer, row)) }
})
for (const [verb, added, removed] of [
  ['like', 'likedBy', 'dislikedBy'],
  ['dislike', 'dislikedBy', 'likedBy'],
] as const) {
  app.post<{ Params: { id: string } }>(
    `/api/posts/${verb}/:id`,
    async ({ params: { id }, headers }, reply) => {
      const viewer = await viewerOf(headers.authorization)
      if (!viewer || !postOf.get(id)) return reply.code(404).send({ error: ['Not found'] })
      try {
        db.exec('BEGIN IMMEDIATE')
        link.run(added, id, viewer)
        unlink.run(removed, id, viewer)
        countLike.run(verb === 'like' ? 1 : -1, id)
        db.exec('COMMIT')
      } catch {
        db.exec('ROLLBACK')
        return reply.code(400).send({ error: [`Already in ${added}`] })
      }
      const posts = [viewPost(viewer, postOf.get(id) as unknown as Row)]
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
