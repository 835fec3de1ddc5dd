/**
 * A minimal endpoint on Fastify and node:sqlite with the same replies as ours for a page of the feed, a like and a
 * dislike: `node main.ts <snapshot.json> <file.db>`. As durable as ours, with one transaction for each write.
 */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { fastify } from 'fastify'
import { CompactSign } from 'jose/jws/compact/sign'
import { compactVerify } from 'jose/jws/compact/verify'
import type { Comment, Post, UserCopy } from '../../../src/contract/entities.ts'
import type { Snapshot } from '../../../src/contract/snapshot.ts'

const [snapshotFile = '', file = ''] = process.argv.slice(2)
const snapshot: Snapshot = JSON.parse(readFileSync(snapshotFile, 'utf8'))
const key = crypto.getRandomValues(new Uint8Array(32))
const db = new DatabaseSync(file)
db.exec(
  'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN',
)

const CONTENT = ['_id', 'id', 'content', 'imageUrl', 'imageAlt', 'userId', 'createdAt', 'updatedAt']
const NAMES = ['_id', 'id', 'firstName', 'username', 'bio', 'profilePhoto', 'coverPhoto']
const TABLES = {
  users: [...NAMES, 'createdAt', 'updatedAt'],
  posts: CONTENT,
  comments: [...CONTENT, 'postId'],
}
for (const [table, columns] of Object.entries(TABLES)) {
  const types = columns.map((name) => `${name} TEXT${name === '_id' ? ' PRIMARY KEY' : ''}`)
  db.exec(`CREATE TABLE ${table} (${types}) WITHOUT ROWID`)
  const values = columns.map((name) => `coalesce(value ->> '${name}', '')`)
  const rows = JSON.stringify(snapshot[table as keyof typeof TABLES])
  db.prepare(`INSERT INTO ${table} SELECT ${values} FROM json_each(?)`).run(rows)
}
db.exec(`CREATE INDEX comments_of ON comments (postId, _id);
  CREATE TABLE votes (n INTEGER PRIMARY KEY, kind TEXT, target TEXT, userId TEXT, UNIQUE (target, kind, userId))`)
const vote = db.prepare('INSERT INTO votes (kind, target, userId) VALUES (?, ?, ?)')
for (const { _id, likedBy, dislikedBy } of snapshot.posts) {
  for (const voter of likedBy) vote.run('likedBy', _id, voter)
  for (const voter of dislikedBy) vote.run('dislikedBy', _id, voter)
}
for (const { _id, upvotedBy, downvotedBy } of snapshot.comments) {
  for (const voter of upvotedBy) vote.run('upvotedBy', _id, voter)
  for (const voter of downvotedBy) vote.run('downvotedBy', _id, voter)
}
db.exec('COMMIT')

const select = (table: 'posts' | 'comments') =>
  `SELECT ${CONTENT.map((name) => `c.${name}`)}, username, firstName, profilePhoto
  FROM ${table} c JOIN users u ON u._id = userId`
const pageOf = db.prepare(`${select('posts')} ORDER BY c._id DESC LIMIT ?`)
const postOf = db.prepare(`${select('posts')} WHERE c._id = ?`)
const commentsOf = db.prepare(`${select('comments')} WHERE postId = ? ORDER BY c._id DESC`)
const votersOf = db.prepare(
  'SELECT kind, u.* FROM votes JOIN users u ON u._id = userId WHERE target = ? ORDER BY n',
)
const userOf = db.prepare('SELECT _id FROM users WHERE _id = ?')
const removeVote = db.prepare('DELETE FROM votes WHERE target = ? AND kind = ? AND userId = ?')

/** A post or a comment with its author. */
type Row = Omit<Comment, 'votes' | 'userPhoto'> & { profilePhoto: string }
type Voter = Omit<UserCopy, 'profilePhoto' | 'coverPhoto'> &
  Record<'kind' | 'profilePhoto' | 'coverPhoto', string>

function contentOf({ profilePhoto, imageUrl, imageAlt, ...row }: Row) {
  const { chosen, default: standard } = JSON.parse(profilePhoto)
  const picture = { imageUrl: imageUrl || undefined, imageAlt: imageAlt || undefined }
  return { ...row, ...picture, userPhoto: chosen || standard }
}

/** The users who voted for a row, by the name of the list. */
function votersFor(target: string): Record<string, UserCopy[]> {
  const lists: Record<string, UserCopy[]> = {}
  const voters = votersOf.all(target) as unknown[] as Voter[]
  for (const { kind, profilePhoto, coverPhoto, ...user } of voters) {
    const photos = { profilePhoto: JSON.parse(profilePhoto), coverPhoto: JSON.parse(coverPhoto) }
    lists[kind] ??= []
    lists[kind].push({ ...user, ...photos })
  }
  return lists
}

function commentFrom(row: Row): Comment {
  const { upvotedBy = [], downvotedBy = [] } = votersFor(row._id)
  return { ...contentOf(row), votes: { upvotedBy, downvotedBy } }
}

function postFrom(row: Row): Post {
  const { likedBy = [], dislikedBy = [] } = votersFor(row._id)
  const likes = { likeCount: likedBy.length, likedBy, dislikedBy }
  const comments = (commentsOf.all(row._id) as unknown[] as Row[]).map(commentFrom)
  return { ...contentOf(row), likes, comments }
}

/** @returns the `_id` of the user of a token; `undefined` if it is invalid */
async function viewerOf(token = ''): Promise<string | undefined> {
  const verified = await compactVerify(token, key, { algorithms: ['HS256'] }).catch(() => undefined)
  const { _id, exp } = verified ? JSON.parse(new TextDecoder().decode(verified.payload)) : {}
  return exp * 1000 > Date.now() && userOf.get(_id) ? _id : undefined
}

const app = fastify()
app.get<{ Querystring: { limit: string } }>('/api/posts', async ({ query }) => ({
  posts: (pageOf.all(Number(query.limit)) as unknown[] as Row[]).map(postFrom),
}))
for (const [verb, added, removed] of [
  ['like', 'likedBy', 'dislikedBy'],
  ['dislike', 'dislikedBy', 'likedBy'],
] as const) {
  app.post<{ Params: { id: string } }>(
    `/api/posts/${verb}/:id`,
    async ({ params: { id }, headers }, reply) => {
      const viewer = await viewerOf(headers.authorization)
      const post = postOf.get(id) as unknown as Row | undefined
      if (!viewer || !post) return reply.code(404).send({ error: ['Not found'] })
      try {
        db.exec('BEGIN IMMEDIATE')
        vote.run(added, id, viewer)
        removeVote.run(id, removed, viewer)
        db.exec('COMMIT')
      } catch {
        db.exec('ROLLBACK')
        return reply.code(400).send({ error: [`Already in ${added}`] })
      }
      const whole = postFrom(post)
      return reply.code(201).send({ posts: [whole], liked: verb === 'like' ? [whole] : [] })
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
