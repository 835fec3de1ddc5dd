import { expireLater } from './expiry.ts'
import { indexes, type TableName, type Tables } from './tables.ts'
import type { Transaction } from './transaction.ts'

/** The rows of every table, in any order, and the highest `id` that was assigned in each. */
export type DataSet = { [Name in TableName]: Tables[Name][] } & {
  sequences: Record<TableName, number>
}

export const tableNames = Object.keys(indexes) as TableName[]

export const emptyDataSet = (): DataSet => ({
  sequences: { users: 0, posts: 0, comments: 0, uploads: 0 },
  users: [],
  posts: [],
  comments: [],
  uploads: [],
})

export async function readDataSet(tx: Transaction): Promise<DataSet> {
  const sequence = async (table: TableName) => Number((await tx.getMeta(`sequence/${table}`)) ?? 0)
  return {
    sequences: {
      users: await sequence('users'),
      posts: await sequence('posts'),
      comments: await sequence('comments'),
      uploads: await sequence('uploads'),
    },
    users: await tx.list('users'),
    posts: await tx.list('posts'),
    comments: await tx.list('comments'),
    uploads: await tx.list('uploads'),
  }
}

/** Replaces all rows with `data`. Idempotency records are removed with the rows; the token key stays. */
export async function replaceData(tx: Transaction, data: DataSet): Promise<void> {
  tx.clear()
  for (const table of tableNames) {
    for (const row of data[table]) await tx.put(table, row)
    tx.putMeta(`sequence/${table}`, data.sequences[table])
  }
  for (const { _id, id } of data.uploads) expireLater(tx, { kind: 'upload', _id, id })
}
