import { fold } from '../../src/contract/words.ts'
import { inBatches, lengthOf } from '../store/batches.ts'
import type { PostRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Page } from '../store/write-buffer.ts'

/** Posts in a block. The posts after the newest block are fewer than twice as many, or have gaps in their ids. */
export const BLOCK = 500
/** Characters of text in a block with several posts: what an edit reads and writes, and a search reads at once. */
export const BLOCK_LENGTH = 1_000_000
/** Only posts longer than this make fewer than {@link BLOCK} longer than {@link BLOCK_LENGTH}. */
const LONG = BLOCK_LENGTH / BLOCK

/** Appended to the `_id` of a block's oldest post, sorts after that post. */
const END = '~'

/** The `_id` of a post, its author and its folded text. */
export type TextEntry = readonly [_id: string, userId: string, text: string]

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

/** Updates the blocks before a commit that changes posts. Every 500th new post, and a long one, packs those that are in no block. */
export async function updateBlocks(tx: Transaction): Promise<void> {
  // A replica is filled from the newest post on.
  if (tx.entries.isShared || tx.origin === 'copy') return
  const changes = tx.entries
    .writtenUnder('posts/')
    .map(({ value, old }) => ({ post: value as PostRow, old: old as PostRow }))
  const changed = changes.filter(
    ({ post, old }) => post?.content !== old?.content || post?.userId !== old?.userId,
  )
  if (changed.length === 0) return
  const newest = await newestInBlock(tx)
  for (const { post, old } of changed) {
    const { _id } = post ?? old
    if (_id <= newest) await replaceEntry(tx, _id, post)
  }
  const fillsBlock = ({ post, old }: (typeof changed)[number]) =>
    post &&
    ((!old && Number(post.id) % BLOCK === 0) || (post._id > newest && post.content.length > LONG))
  if (changed.some(fillsBlock)) await packTexts(tx)
}

async function replaceEntry(tx: Transaction, id: string, post?: PostRow): Promise<void> {
  const [block] = await listBlocks(tx, { before: id, limit: 1 })
  if (!block) return
  const entries = block.entries.filter(([_id]) => _id !== id)
  if (post) entries.push(textEntry(post))
  entries.sort(([a], [b]) => (a < b ? 1 : -1))
  putBlocks(tx, entries, block._id)
}

/** @param lastId the `_id` of the block with the oldest of these posts */
function putBlocks(tx: Transaction, entries: readonly TextEntry[], lastId: string): void {
  if (isTooLarge(entries)) {
    const newer = entries.slice(0, Math.ceil(entries.length / 2))
    putBlocks(tx, newer, newer.at(-1)?.[0] + END)
    putBlocks(tx, entries.slice(newer.length), lastId)
  } else tx.putEntry('posts.text', lastId, { _id: lastId, entries } satisfies TextBlock)
}

function isTooLarge(entries: readonly TextEntry[]): boolean {
  return entries.length > 1 && (entries.length > BLOCK || lengthOf(entries) > BLOCK_LENGTH)
}

/** Splits the blocks of earlier versions, which had any length, and makes those that data from PostgreSQL lack. */
export async function repairBlocks(tx: Transaction): Promise<void> {
  if (!tx.entries.isShared && (await newestInBlock(tx)) === '') await packTexts(tx)
  for (let before: string | undefined; ; ) {
    // One at a time: together they may not fit into memory.
    const [block] = await listBlocks(tx, { before, limit: 1 })
    if (!block) return
    if (isTooLarge(block.entries)) putBlocks(tx, block.entries, block._id)
    before = block._id
  }
}

/** Packs the posts that are not in a block yet. Less than a block of them is left, the newest. */
export async function packTexts(tx: Transaction): Promise<void> {
  const newest = await newestInBlock(tx)
  const posts = await postsAfter(tx, newest)
  const left = posts.length % BLOCK
  const packed = lengthOf(posts.slice(0, left)) > BLOCK_LENGTH ? posts : posts.slice(left)
  for (let at = 0; at < packed.length; at += BLOCK) {
    const entries = packed.slice(at, at + BLOCK).map(textEntry)
    const isOldest = newest === '' && at + BLOCK >= packed.length
    // All posts that are older than the others belong to the oldest block, whenever they are added.
    putBlocks(tx, entries, isOldest ? END : entries.at(-1)?.[0] + END)
  }
  if (packed[0]) tx.putEntry('posts.packed', '', packed[0]._id)
}

async function postsAfter(tx: Transaction, id: string): Promise<PostRow[]> {
  if (id === '') return tx.list('posts')
  const newer: PostRow[] = []
  // Few at first: often they are long, and most of them are packed.
  for await (const posts of inBatches((page) => tx.list('posts', page), { first: 4 })) {
    newer.push(...posts.filter(({ _id }) => _id > id))
    if (posts.some(({ _id }) => _id <= id)) break
  }
  return newer
}

/** The entry of a post. */
export function textEntry({ _id, userId, content }: PostRow): TextEntry {
  return [_id, userId, fold(content)]
}
