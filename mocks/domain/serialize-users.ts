import type { User } from '../../src/contract/entities.ts'
import type { PostRow, UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import { mapInSlices } from '../slices.ts'
import { serializePostCopy, serializeUserCopy } from './serialize-copies.ts'
import { distinct, present, usersOf } from './users-by-id.ts'

/** Users as the API answers them, in the order of `rows`. */
export async function serializeUsers(tx: Transaction, rows: readonly UserRow[]): Promise<User[]> {
  const people = await usersOf(
    tx,
    rows.flatMap((row) => [...row.followers, ...row.following]),
  )
  const posts = new Map<string, PostRow>()
  for (const post of await tx.getMany('posts', distinct(rows.flatMap(postsOf)))) {
    posts.set(post._id, post)
  }
  const authors = await usersOf(
    tx,
    [...posts.values()].map((post) => post.userId),
  )
  const postCopies = (ids: readonly string[]) =>
    present(ids, (id) => posts.get(id)).map((post) => serializePostCopy(post, authors))

  return mapInSlices(rows, (row) => ({
    ...row.extra,
    name: row.name,
    ...serializeUserCopy(row),
    followers: present(row.followers, people).map(serializeUserCopy),
    following: present(row.following, people).map(serializeUserCopy),
    bookmarks: postCopies(row.bookmarks),
    liked: postCopies(row.liked),
  }))
}

export async function serializeUser(tx: Transaction, row: UserRow): Promise<User> {
  const [user] = await serializeUsers(tx, [row])
  return user as User
}

function postsOf(row: UserRow): string[] {
  return [...row.bookmarks, ...row.liked]
}
