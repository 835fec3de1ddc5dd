import { fold } from '../../src/contract/words.ts'
import { inBatches } from '../store/batches.ts'
import type { PostRow, Tables, UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Page } from '../store/write-buffer.ts'
import { listBlocks, newestInBlock, type TextEntry, textEntry } from './text-blocks.ts'

/** Blocks that are read at a time, at most. */
const BLOCKS = 16

/** The newest users with the text in their firstName or username (R8.2). */
export async function findUsers(tx: Transaction, page: Page, text: string): Promise<UserRow[]> {
  const folded = fold(text)
  return listMatching(tx, page, newestFirst(tx, 'users', folded), async (rows) =>
    rows.filter(({ firstName, username }) =>
      [firstName, username].some((name) => fold(name).includes(folded)),
    ),
  )
}

/** The newest posts with the text in their author's username or their content (R8.3). */
export async function findPosts(tx: Transaction, page: Page, text: string): Promise<PostRow[]> {
  const { limit = Number.POSITIVE_INFINITY, before } = page
  const folded = fold(text)
  const newest = await newestInBlock(tx)
  const found = await listMatching(
    tx,
    page,
    newestFirst(tx, 'posts', folded),
    async (rows) => {
      const ids = new Set(await matchingIds(tx, rows.map(textEntry), folded))
      return rows.filter(({ _id }) => ids.has(_id))
    },
    newest,
  )
  if (newest === '') return found
  let from = before
  for (let count = 1; found.length < limit; count = Math.min(2 * count, BLOCKS)) {
    const blocks = await listBlocks(tx, { before: from, limit: count })
    for (const block of blocks) {
      const ids = await matchingIds(tx, block.entries, folded)
      // Not those that were packed during the search: it has found them already.
      const left = ids.filter((id) => id <= newest && id < (before ?? LAST))
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

/** Sorts after every `_id`. */
const LAST = '~'

/** Rows that a search reads in their order before it uses an index: four batches. */
const DIRECT = 750

/**
 * Lists the newest rows, in which a search for a frequent word finds a page; then those that an index names. It would have to
 * note all rows with such a word before the newest of them are known.
 */
function newestFirst<Name extends 'users' | 'posts'>(tx: Transaction, table: Name, text: string) {
  let read = 0
  return async (page: Page): Promise<Tables[Name][]> => {
    const found = read < DIRECT ? undefined : await tx.entries.search(table, text, page)
    const rows = found ?? (await tx.list(table, page))
    read += rows.length
    return rows
  }
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
  if ((before ?? LAST) <= until) return found
  for await (const rows of inBatches(list, { before })) {
    found.push(...(await matching(rows.filter(({ _id }) => _id > until))))
    if (found.length >= limit) return found.slice(0, limit)
    if (rows.some(({ _id }) => _id <= until)) break
    await tx.pause()
  }
  return found
}

/** The `_id`s of the posts with the text in their content or their author's username. */
async function matchingIds(
  tx: Transaction,
  entries: readonly TextEntry[],
  text: string,
): Promise<string[]> {
  const authors = await tx.getMany('users', [...new Set(entries.map(([, userId]) => userId))])
  const named = new Set(
    authors.filter(({ username }) => fold(username).includes(text)).map(({ _id }) => _id),
  )
  return entries
    .filter(([, userId, content]) => named.has(userId) || content.includes(text))
    .map(([_id]) => _id)
}
