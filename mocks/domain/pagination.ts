import { apiErrors } from '../../src/contract/errors.ts'
import { ApiError } from '../api-error.ts'
import { isUuid } from '../data/ids.ts'
import type { PostRow, UserRow } from '../data/tables.ts'
import type { Transaction } from '../data/transaction.ts'
import type { Page } from '../data/write-buffer.ts'

/** Rows that are read at a time when only some of them may match. */
const BATCH = 500

type Source<Row> = {
  table: 'users' | 'posts'
  /** The URL of the list, for the link to the next page. */
  path: string
  list: (page: Page) => Promise<Row[]>
  /** Selects the rows that contain the text of `?search=`. Without it, the list has no search. */
  search?: (rows: Row[], text: string) => Promise<Row[]>
  /** Lists rows that may contain the text, if an index knows them. Without it, all rows may. */
  candidates?: (text: string, page: Page) => Promise<Row[] | undefined>
}

/**
 * Lists the rows that `?limit=&before=&search=` selects; all without these parameters (R12.17). When older rows
 * are left, `headers` gets a `Link` to the next page.
 * @throws ApiError 400 when `limit` is not a whole number from 1 to 100
 */
export async function listPage<Row extends { _id: string }>(
  { query, headers, tx }: { query: URLSearchParams; headers: Headers; tx: Transaction },
  { table, path, list, search, candidates }: Source<Row>,
): Promise<Row[]> {
  const limit = readLimit(query.get('limit'))
  const before = await readBefore(tx, table, query.get('before'))
  const text = (search && query.get('search')?.trim()) ?? ''
  const page = { before, limit: limit && limit + 1 }
  const mayMatch = async (part: Page) => (await candidates?.(text, part)) ?? list(part)
  const rows =
    search && text
      ? await listMatching(page, mayMatch, (some) => search(some, text))
      : await list(page)
  if (limit === undefined || rows.length <= limit) return rows
  const shown = rows.slice(0, limit)
  const next = new URLSearchParams({ limit: String(limit), before: shown.at(-1)?._id ?? '' })
  if (text) next.set('search', text)
  headers.set('Link', `<${path}?${next}>; rel="next"`)
  return shown
}

/** The newest matches, read in batches, because a common text fills a page from the first batch. */
async function listMatching<Row extends { _id: string }>(
  { before, limit = Number.POSITIVE_INFINITY }: Page,
  list: (page: Page) => Promise<Row[]>,
  matching: (rows: Row[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  let from = before
  for (;;) {
    const rows = await list({ before: from, limit: BATCH })
    found.push(...(await matching(rows)))
    if (found.length >= limit) return found.slice(0, limit)
    if (rows.length < BATCH) return found
    from = rows.at(-1)?._id
  }
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

/** The posts with the text in their author's username or their content (R8.3). */
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

/** Above this number of matching authors their posts are not listed one by one. */
const MAX_AUTHORS = 100

/** A page of the posts that {@link searchPosts} may select; `undefined` when no index knows them. */
export async function postCandidates(
  tx: Transaction,
  text: string,
  page: Page,
): Promise<PostRow[] | undefined> {
  const users = await tx.search('users', text, { limit: MAX_AUTHORS })
  if (!users || users.length === MAX_AUTHORS) return undefined
  const byText = await tx.search('posts', text, page)
  if (!byText) return undefined
  const authors = users.map(({ _id }) => _id)
  const byAuthor = await tx.listByEach('posts', 'userId', authors, page)
  const all = new Map([...byText, ...byAuthor.flat()].map((row) => [row._id, row]))
  return [...all.values()].sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, page.limit)
}

/** The users with the text in their firstName or username (R8.2). */
export function searchUsers(rows: UserRow[], text: string): UserRow[] {
  return rows.filter(({ firstName, username }) => holds(firstName, text) || holds(username, text))
}

function holds(field: string, text: string): boolean {
  return field.toLowerCase().includes(text.toLowerCase())
}
