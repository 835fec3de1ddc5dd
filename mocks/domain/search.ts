import { inBatches } from '../data/batches.ts'
import type { PostRow, UserRow } from '../data/tables.ts'
import { listBlocks, newestInBlock, type TextBlock } from '../data/text-blocks.ts'
import type { Transaction } from '../data/transaction.ts'
import type { Page } from '../data/write-buffer.ts'

/** Blocks that are read at a time, at most. */
const BLOCKS = 16

/** The newest users with the text in their firstName or username (R8.2). */
export async function findUsers(tx: Transaction, page: Page, text: string): Promise<UserRow[]> {
  return listMatching(
    tx,
    page,
    newestFirst(
      (some) => tx.list('users', some),
      (some) => tx.search('users', text, some),
    ),
    async (rows) =>
      rows.filter(({ firstName, username }) => holds(firstName, text) || holds(username, text)),
  )
}

/** The newest posts with the text in their author's username or their content (R8.3). */
export async function findPosts(tx: Transaction, page: Page, text: string): Promise<PostRow[]> {
  const { limit = Number.POSITIVE_INFINITY, before } = page
  const newest = await newestInBlock(tx)
  const found = await listMatching(
    tx,
    page,
    newestFirst(
      (some) => tx.list('posts', some),
      (some) => postCandidates(tx, text, some),
    ),
    (rows) => matchingPosts(tx, rows, text),
    newest,
  )
  if (newest === '') return found
  let from = before
  for (let count = 1; found.length < limit; count = Math.min(2 * count, BLOCKS)) {
    const blocks = await listBlocks(tx, { before: from, limit: count })
    for (const block of blocks) {
      const ids = await idsIn(tx, block, text)
      // Not those that were packed during the search: it has found them already.
      const left = ids.filter((id) => id <= newest && (before === undefined || id < before))
      // Again when some rows are incomplete, and so do not fill the page.
      while (left.length > 0 && found.length < limit) {
        found.push(...(await tx.getMany('posts', left.splice(0, limit - found.length))))
      }
    }
    if (blocks.length < count) break
    from = blocks.at(-1)?._id
    await tx.pause()
  }
  return found
}

/** Rows that a search reads in their order before it uses an index: four batches. */
const DIRECT = 750

/**
 * Lists the newest rows, in which a search for a frequent word finds a page; then those that an index names. It would have to
 * note all rows with such a word before the newest of them are known.
 */
function newestFirst<Row>(
  list: (page: Page) => Promise<Row[]>,
  search: (page: Page) => Promise<Row[] | undefined>,
): (page: Page) => Promise<Row[]> {
  let read = 0
  return async (page) => {
    const found = read < DIRECT ? undefined : await search(page)
    const rows = found ?? (await list(page))
    read += rows.length
    return rows
  }
}

/** Above this number of matching authors their posts are not listed one by one. */
const MAX_AUTHORS = 1_000

/** A page of the posts that may match; `undefined` when the store has no index that helps. */
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
  const byAuthor = await tx.listByAny('posts', 'userId', authors, page)
  const all = new Map([...byText, ...byAuthor].map((row) => [row._id, row]))
  return [...all.values()].sort((a, b) => (a._id < b._id ? 1 : -1)).slice(0, page.limit)
}

/** The newest matches that are newer than `until`. Writers may run between two batches. */
async function listMatching<Row extends { _id: string }>(
  tx: Transaction,
  { before, limit = Number.POSITIVE_INFINITY }: Page,
  list: (page: Page) => Promise<Row[]>,
  matching: (rows: Row[]) => Promise<Row[]>,
  until = '',
): Promise<Row[]> {
  const found: Row[] = []
  if (before !== undefined && before <= until) return found
  for await (const rows of inBatches(list, { before })) {
    found.push(...(await matching(rows.filter(({ _id }) => _id > until))))
    if (found.length >= limit) return found.slice(0, limit)
    if (rows.some(({ _id }) => _id <= until)) break
    await tx.pause()
  }
  return found
}

async function matchingPosts(tx: Transaction, rows: PostRow[], text: string): Promise<PostRow[]> {
  const isMatch = await authorsNamed(
    tx,
    rows.map(({ userId }) => userId),
    text,
  )
  return rows.filter(({ userId, content }) => isMatch(userId) || holds(content, text))
}

async function idsIn(tx: Transaction, { entries }: TextBlock, text: string): Promise<string[]> {
  const lower = text.toLowerCase()
  const isMatch = await authorsNamed(
    tx,
    entries.map(([, userId]) => userId),
    text,
  )
  return entries
    .filter(([, userId, content]) => isMatch(userId) || content.includes(lower))
    .map(([_id]) => _id)
}

/** Whether the username of one of these authors has the text. */
async function authorsNamed(
  tx: Transaction,
  userIds: string[],
  text: string,
): Promise<(userId: string) => boolean> {
  const authors = await tx.getMany('users', [...new Set(userIds)])
  const named = new Set(
    authors.filter(({ username }) => holds(username, text)).map(({ _id }) => _id),
  )
  return (userId) => named.has(userId)
}

function holds(field: string, text: string): boolean {
  return field.toLowerCase().includes(text.toLowerCase())
}
