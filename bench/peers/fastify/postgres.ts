/**
 * A minimal endpoint on Fastify and pg with the same replies as ours for a page of the feed, a like and a dislike, each of one
 * statement: `node postgres.ts <snapshot.json> <address of an empty schema>`. As durable as ours.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import type { Snapshot } from '../../../src/contract/snapshot.ts'
import { CONTENT, linksOf, type Row, serve, TABLES } from './serve.ts'

const [snapshotFile = '', connectionString = ''] = process.argv.slice(2)
const snapshot: Snapshot = JSON.parse(readFileSync(snapshotFile, 'utf8'))
const pool = new pg.Pool({ connectionString, max: 10 })

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
await pool.query(
  'INSERT INTO links SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_array_elements($1) AS value',
  [JSON.stringify(linksOf(snapshot))],
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

await serve(snapshot, {
  async page(viewer, limit) {
    return (await pool.query<Row>({ ...PAGE, values: [viewer, limit] })).rows
  },
  async move(viewer, id, { added, removed, change }) {
    const values = [viewer, id, added, removed, change]
    const { rows } = await pool.query<Row>({ ...LIKE, values })
    // The statement reads what was there before it.
    return rows[0] && { ...rows[0], lists: [added] }
  },
})
