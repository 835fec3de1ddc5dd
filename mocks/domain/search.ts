import type { PostRow, UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'

/** Which posts have the text in their author's username or their content (R8.3). */
export async function searchPosts(
  tx: Transaction,
  rows: PostRow[],
  text: string,
): Promise<PostRow[]> {
  const authors = await tx.getMany('users', [...new Set(rows.map(({ userId }) => userId))])
  const matched = new Set(
    authors.filter(({ username }) => holds(username, text)).map(({ _id }) => _id),
  )
  return rows.filter(({ userId, content }) => matched.has(userId) || holds(content, text))
}

/** Which users have the text in their firstName or username (R8.2). */
export function searchUsers(rows: UserRow[], text: string): UserRow[] {
  return rows.filter(({ firstName, username }) => holds(firstName, text) || holds(username, text))
}

function holds(field: string, text: string): boolean {
  return field.toLowerCase().includes(text.toLowerCase())
}
