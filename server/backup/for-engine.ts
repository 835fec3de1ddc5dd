import { countedPrefix, countKey } from '../../mocks/store/counts.ts'
import { TEXT_BLOCKS } from '../../mocks/store/keys.ts'
import type { Engine, Entry } from './snapshot.ts'

/** The texts of posts in blocks: only a single writer keeps them. */
const BLOCKS = [TEXT_BLOCKS, 'posts.packed/']

/**
 * The entries as an engine stores them. A count has one part in SQLite and up to 16 in PostgreSQL (`data/counts.ts`), and
 * SQLite alone has blocks of texts.
 */
export async function* forEngine(
  entries: AsyncIterable<Entry>,
  engine: Engine,
): AsyncGenerator<Entry> {
  if (engine === 'PostgreSQL') {
    for await (const entry of entries)
      if (!BLOCKS.some((prefix) => entry.key.startsWith(prefix))) yield entry
    return
  }
  let sum: { prefix: string; total: number } | undefined
  const merged = ({ prefix, total }: { prefix: string; total: number }): Entry[] =>
    // A writer removes a part that becomes 0.
    total === 0 ? [] : [{ key: countKey(prefix), json: String(total) }]
  for await (const entry of entries) {
    const prefix = countedPrefix(entry.key)
    if (sum && sum.prefix !== prefix) {
      yield* merged(sum)
      sum = undefined
    }
    if (prefix === undefined) yield entry
    else sum = { prefix, total: (sum?.total ?? 0) + Number(entry.json) }
  }
  if (sum) yield* merged(sum)
}
