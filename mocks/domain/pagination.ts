import { tooLong } from '../../src/contract/checks.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { TEXT_LIMITS } from '../../src/contract/text-limits.ts'
import { ApiError } from '../api-error.ts'
import { isUuid } from '../data/ids.ts'
import type { Transaction } from '../data/transaction.ts'
import type { Page } from '../data/write-buffer.ts'

type Source<Row> = {
  table: 'users' | 'posts'
  /** The URL of the list, for the link to the next page. */
  path: string
  list: (page: Page) => Promise<Row[]>
  /** Lists the rows that contain the text of `?search=`. Without it, the list has no search. */
  find?: (page: Page, text: string) => Promise<Row[]>
}

/**
 * Lists the rows that `?limit=&before=&search=` selects; all without these parameters (R12.17). When older rows
 * are left, `headers` gets a `Link` to the next page.
 * @throws ApiError 400 when `limit` is not a whole number from 1 to 100, or the search is too long
 */
export async function listPage<Row extends { _id: string }>(
  { query, headers, tx }: { query: URLSearchParams; headers: Headers; tx: Transaction },
  { table, path, list, find }: Source<Row>,
): Promise<Row[]> {
  const limit = readLimit(query.get('limit'))
  const before = await readBefore(tx, table, query.get('before'))
  const text = find ? readSearch(query.get('search')) : ''
  const page = { before, limit: limit && limit + 1 }
  const rows = find && text ? await find(page, text) : await list(page)
  if (limit === undefined || rows.length <= limit) return rows
  const shown = rows.slice(0, limit)
  const next = new URLSearchParams({ limit: String(limit), before: shown.at(-1)?._id ?? '' })
  if (text) next.set('search', text)
  headers.set('Link', `<${path}?${next}>; rel="next"`)
  return shown
}

function readSearch(search: string | null): string {
  const text = search?.trim() ?? ''
  if ([...text].length <= TEXT_LIMITS.search) return text
  throw new ApiError({ status: 400, text: `search: ${tooLong(TEXT_LIMITS.search)}` })
}

function readLimit(text: string | null): number | undefined {
  if (text === null) return undefined
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 100) return limit
  throw new ApiError({ status: 400, text: 'limit: must be a whole number from 1 to 100' })
}

/** The `_id` to continue from. The row may have been deleted meanwhile: its `_id` still sorts. */
async function readBefore(
  tx: Transaction,
  table: 'users' | 'posts',
  id: string | null,
): Promise<string | undefined> {
  if (id === null || isUuid(id)) return id ?? undefined
  const row = await tx.get(table, id)
  if (!row) throw new ApiError(table === 'users' ? apiErrors.unknownUser : apiErrors.unknownPost)
  return row._id
}
