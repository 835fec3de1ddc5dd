import { countedPrefix, countKey } from '../../mocks/store/counts.ts'
import { TEXT_BLOCKS } from '../../mocks/store/keys.ts'
import { LOG, LOG_END } from '../../mocks/store/log.ts'
import { META } from '../../mocks/store/write-buffer.ts'
import type { Engine, Entry } from './snapshot.ts'

/** The texts of posts in blocks: PostgreSQL has an index for the search. */
const BLOCKS = [TEXT_BLOCKS, 'posts.packed/']

/** Another place numbers its commits by itself, so a restore begins a new log: devices copy everything again. */
const ofLog = (key: string) => key.startsWith(LOG) || key === LOG_END

/** When the last backup was written. A backup has the time of the one before it. */
export const LAST_BACKUP = 'last-backup'

/** The entries as an engine stores them. In older backups of PostgreSQL, a count has up to 16 parts (`mocks/store/counts.ts`). */
export async function* forEngine(
  entries: AsyncIterable<Entry>,
  engine: Engine,
): AsyncGenerator<Entry> {
  let sum: { prefix: string; total: number } | undefined
  const joined = ({ prefix, total }: { prefix: string; total: number }): Entry[] =>
    // A writer removes a part that becomes 0.
    total === 0 ? [] : [{ key: countKey(prefix), json: String(total) }]
  for await (const entry of entries) {
    if (ofLog(entry.key) || entry.key === META + LAST_BACKUP) continue
    const prefix = countedPrefix(entry.key)
    if (sum && sum.prefix !== prefix) {
      yield* joined(sum)
      sum = undefined
    }
    if (prefix !== undefined) sum = { prefix, total: (sum?.total ?? 0) + Number(entry.json) }
    else if (engine === 'SQLite' || !BLOCKS.some((block) => entry.key.startsWith(block)))
      yield entry
  }
  if (sum) yield* joined(sum)
}
