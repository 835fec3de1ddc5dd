import type { PostRow } from './tables.ts'
import type { Transaction } from './transaction.ts'
import type { Page, Written } from './write-buffer.ts'

/** Posts in a block. The posts after the newest block are fewer than twice as many, or have gaps in their ids. */
export const BLOCK = 500

/** Appended to the `_id` of a block's oldest post, sorts after that post. */
const END = '~'

/** The `_id` of a post, its author and its text in lower case. */
type TextEntry = readonly [_id: string, userId: string, text: string]

/** The texts of neighbouring posts, newest first, which a search reads as one value. */
export type TextBlock = { _id: string; entries: readonly TextEntry[] }

/** The `_id` of the newest post in a block. It and all older posts are in one block each; empty without blocks. */
export async function newestInBlock(tx: Transaction): Promise<string> {
  return ((await tx.getEntry('posts.packed', '')) as string | undefined) ?? ''
}

/** The blocks that may have posts older than `before`, newest first. */
export async function listBlocks(tx: Transaction, page: Page): Promise<TextBlock[]> {
  return (await tx.listEntries('posts.text', page)) as TextBlock[]
}

/** Updates the blocks after changes of posts. Every 500th new post packs those that are not in a block yet. */
export async function updateBlocks(tx: Transaction, written: readonly Written[]): Promise<void> {
  const changes = written.map(({ value, old }) => ({ post: value as PostRow, old: old as PostRow }))
  const changed = changes.filter(
    ({ post, old }) => post?.content !== old?.content || post?.userId !== old?.userId,
  )
  if (changed.length === 0) return
  const newest = await newestInBlock(tx)
  for (const { post, old } of changed) {
    const { _id } = post ?? old
    if (_id <= newest) await replaceEntry(tx, _id, post)
  }
  if (changed.some(({ post, old }) => !old && Number(post.id) % BLOCK === 0)) await packTexts(tx)
}

async function replaceEntry(tx: Transaction, id: string, post?: PostRow): Promise<void> {
  const [block] = await listBlocks(tx, { before: id, limit: 1 })
  if (!block) return
  const entries = block.entries.filter(([_id]) => _id !== id)
  if (post) entries.push(entryOf(post))
  entries.sort(([a], [b]) => (a < b ? 1 : -1))
  tx.putEntry('posts.text', block._id, { ...block, entries } satisfies TextBlock)
}

/** Packs the posts that are not in a block yet. Less than a block of them is left, the newest. */
export async function packTexts(tx: Transaction): Promise<void> {
  const newest = await newestInBlock(tx)
  const posts = await postsAfter(tx, newest)
  const packed = posts.slice(posts.length % BLOCK)
  for (let at = 0; at < packed.length; at += BLOCK) {
    const entries = packed.slice(at, at + BLOCK).map(entryOf)
    const isOldest = newest === '' && at + BLOCK === packed.length
    // All posts that are older than the others belong to the oldest block, whenever they are added.
    const _id = isOldest ? END : entries.at(-1)?.[0] + END
    tx.putEntry('posts.text', _id, { _id, entries } satisfies TextBlock)
  }
  if (packed[0]) tx.putEntry('posts.packed', '', packed[0]._id)
}

async function postsAfter(tx: Transaction, id: string): Promise<PostRow[]> {
  if (id === '') return tx.list('posts')
  for (let limit = 2 * BLOCK; ; limit *= 2) {
    const posts = await tx.list('posts', { limit })
    const newer = posts.filter(({ _id }) => _id > id)
    if (newer.length < limit) return newer
  }
}

function entryOf({ _id, userId, content }: PostRow): TextEntry {
  return [_id, userId, content.toLowerCase()]
}
