/**
 * A minimal endpoint on Fastify and node:sqlite with the same replies as ours for a page of the feed, a like and a
 * dislike: `node main.ts <snapshot.json> <file.db>`. As durable as ours, with one transaction for each write.
 */
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Snapshot } from '../../../src/contract/snapshot.ts'
import { CONTENT, linksOf, type Row, serve, TABLES } from './serve.ts'

const [snapshotFile = '', file = ''] = process.argv.slice(2)
const snapshot: Snapshot = JSON.parse(readFileSync(snapshotFile, 'utf8'))
const db = new DatabaseSync(file)
db.exec(
  'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; BEGIN',
)
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
for (const row of linksOf(snapshot)) link.run(...row)
const countComment = db.prepare('UPDATE posts SET commentCount = commentCount + 1 WHERE _id = ?')
for (const { postId } of snapshot.comments) countComment.run(postId)
db.exec('COMMIT')

const select = `SELECT ${CONTENT.map((name) => `p.${name}`)}, likeCount, commentCount, username, firstName, profilePhoto
  FROM posts p JOIN users u ON u._id = userId`
const pageOf = db.prepare(`${select} ORDER BY p._id DESC LIMIT ?`)
const postOf = db.prepare(`${select} WHERE p._id = ?`)
const listsOf = db.prepare('SELECT list FROM links WHERE rowId = ? AND userId = ?')
const userOf = db.prepare('SELECT _id FROM users WHERE _id = ?')
const countLike = db.prepare('UPDATE posts SET likeCount = likeCount + ? WHERE _id = ?')

/** @param viewer `undefined` if the user of the token is gone */
function withLists(viewer: string | undefined, post: object): Row {
  const row = post as Row
  const listsWith = (rowId: string) =>
    viewer ? (listsOf.all(rowId, viewer) as { list: string }[]).map(({ list }) => list) : []
  return {
    ...row,
    lists: listsWith(row._id),
    isFollowed: listsWith(row.userId).includes('followedBy'),
  }
}

await serve(snapshot, {
  page(viewer, limit) {
    const known = viewer && userOf.get(viewer) ? viewer : undefined
    return pageOf.all(limit).map((row) => withLists(known, row))
  },
  move(viewer, id, { added, removed, change }) {
    if (!userOf.get(viewer) || !postOf.get(id)) return undefined
    try {
      db.exec('BEGIN IMMEDIATE')
      link.run(added, id, viewer)
      unlink.run(removed, id, viewer)
      countLike.run(change, id)
      db.exec('COMMIT')
    } catch {
      db.exec('ROLLBACK')
      return undefined
    }
    return withLists(viewer, postOf.get(id) ?? {})
  },
})
