import { tooLong } from '../../src/contract/checks.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { TEXT_LIMITS } from '../../src/contract/text-limits.ts'
import { ApiError } from '../api-error.ts'
import { isUuid } from '../store/ids.ts'
import type { Linked, ListName } from '../store/links.ts'
import type { Tables } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Page } from '../store/write-buffer.ts'

type ListTable = 'users' | 'posts' | 'comments'
type PageContext = { query: URLSearchParams; headers: Headers; tx: Transaction }

type Source<Row> = {
  /** Whose rows `before` may name by their short `id`. */
  table?: ListTable
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
  { query, headers, tx }: PageContext,
  { table, path, list, find }: Source<Row>,
): Promise<Row[]> {
  const limit = readLimit(query.get('limit'))
  const before = await readBefore(tx, table, query.get('before'))
  const text = find ? readSearch(query.get('search')) : ''
  const page = { before, limit: limit && limit + 1 }
  const rows = find && text ? await find(page, text) : await list(page)
  if (limit === undefined || rows.length <= limit) return rows
  const shown = rows.slice(0, limit)
  linkToNext(headers, path, { limit, before: shown.at(-1)?._id, search: text })
  return shown
}

/**
 * The rows in a list of `from` that `?limit=&before=` selects; all without these parameters. Unlike in {@link listPage},
 * `before` is a text that only the link to the next page tells.
 * @throws ApiError 400 when `limit` or `before` is malformed
 */
export async function linkedRows<Name extends 'users' | 'posts'>(
  { query, headers, tx }: PageContext,
  table: Name,
  path: string,
  list: ListName,
  from: Linked,
): Promise<Tables[Name][]> {
  const limit = readLimit(query.get('limit'))
  const after = query.get('before') ?? undefined
  if (after !== undefined && !/^[0-9a-f-]{36,52}$/.test(after)) {
    throw new ApiError({ status: 400, text: 'before: must be that of a link to a next page' })
  }
  const { ids, next } = await tx.links.page(list, from, { after, limit })
  if (limit && next) linkToNext(headers, path, { limit, before: next })
  return tx.getMany(table, ids)
}

function linkToNext(
  headers: Headers,
  path: string,
  { limit, before = '', search }: { limit: number; before?: string; search?: string },
): void {
  const next = new URLSearchParams({ limit: String(limit), before, ...(search && { search }) })
  headers.set('Link', `<${path}?${next}>; rel="next"`)
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
  table: ListTable | undefined,
  id: string | null,
): Promise<string | undefined> {
  if (id === null || isUuid(id)) return id ?? undefined
  const row = table && (await tx.get(table, id))
  if (!table) throw new ApiError({ status: 400, text: 'before: must be an _id' })
  if (!row) throw new ApiError(UNKNOWN[table])
  return row._id
}

const UNKNOWN = {
  users: apiErrors.unknownUser,
  posts: apiErrors.unknownPost,
  comments: apiErrors.unknownComment,
}
