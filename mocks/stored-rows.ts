import {
  type CommentWithLists,
  isLink,
  LinkLists,
  listsOf,
  type PostWithLists,
  type UserWithLists,
} from './store/links.ts'
import type { TableName, UploadRow } from './store/tables.ts'

export type StoredRows = {
  users: Map<string, UserWithLists>
  posts: Map<string, PostWithLists & { takenLikes: number }>
  comments: Map<string, CommentWithLists>
  uploads: Map<string, UploadRow>
}

/** The rows among stored entries, with the lists that are stored beside them. */
export function storedRows(entries: ReadonlyMap<string, unknown>): StoredRows {
  const links = new LinkLists([...entries.values()].filter(isLink))
  const rowsOf = (table: TableName) => {
    const found = [...entries].filter(([key]) => key.startsWith(`${table}/`))
    const rows = found.map(([, value]) => {
      const row = value as { _id: string; takenLikes: number }
      const lists = listsOf(table).map((list) => [list, links.of(list, row._id)])
      const likeCount = links.of('likedBy', row._id).length - row.takenLikes
      return [
        row._id,
        { ...row, ...Object.fromEntries(lists), ...(table === 'posts' && { likeCount }) },
      ] as const
    })
    return new Map(rows)
  }
  return {
    users: rowsOf('users'),
    posts: rowsOf('posts'),
    comments: rowsOf('comments'),
    uploads: rowsOf('uploads'),
  } as StoredRows
}
