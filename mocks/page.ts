import { refusals } from '../src/contract/refusals.ts'
import { isUuid } from './db/ids.ts'
import type { Page, Transaction } from './db/transaction.ts'
import { Refused } from './refused.ts'

/**
 * List what `?limit=&before=` asks for, all when it asks for nothing (design §6). When older rows
 * are left, `headers` gets a `Link` to the next page.
 * @throws Refused 400 when `limit` is not a whole number from 1 to 100
 */
export async function listPage<Row extends { _id: string }>(
  { query, headers, tx }: { query: URLSearchParams; headers: Headers; tx: Transaction },
  path: string,
  list: (page: Page) => Promise<Row[]>,
): Promise<Row[]> {
  const limit = readLimit(query.get('limit'))
  const before = await readBefore(tx, query.get('before'))
  const rows = await list({ before, limit: limit === undefined ? undefined : limit + 1 })
  if (limit === undefined || rows.length <= limit) return rows
  const page = rows.slice(0, limit)
  const last = page.at(-1)?._id ?? ''
  headers.set('Link', `<${path}?limit=${limit}&before=${last}>; rel="next"`)
  return page
}

function readLimit(text: string | null): number | undefined {
  if (text === null) return undefined
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit
  throw new Refused({ status: 400, text: 'limit: must be a whole number from 1 to 100' })
}

/** The `_id` to go on from. One of a post that was deleted meanwhile is as good: it still sorts. */
async function readBefore(tx: Transaction, id: string | null): Promise<string | undefined> {
  if (id === null || isUuid(id)) return id ?? undefined
  const post = await tx.get('posts', id)
  if (!post) throw new Refused(refusals.unknownPost)
  return post._id
}
