import { checkRows } from '../../mocks/check-rows.ts'
import { openDatabase } from '../../mocks/database.ts'
import { dataPrefixes } from '../../mocks/store/keys.ts'
import { linkKinds } from '../../mocks/store/links.ts'
import { needsBytes } from '../adapters/encoding.ts'
import { storeOver } from '../adapters/sqlite.ts'
import { fill } from './data.ts'
import { explainFullDisk } from './explain.ts'
import { type Entry, type Snapshot, Stopped } from './snapshot.ts'
import { emptyDatabase, entriesOf, linksOf, putEntries } from './sqlite.ts'

const MAX_FAULTS = 10

/** Entries of rows of which no rule says anything. */
const UNCHECKED = ['idempotency', 'expiry', 'skeletons', 'posts.text', 'posts.packed']
/** A club has a hundred times as many links as rows. They are read one by one. */
const NOT_IN_MEMORY = new RegExp(`^(${[...UNCHECKED, ...linkKinds, 'order'].join('|')})/`)

/**
 * Checks that everything in a snapshot can be used: it restores it into a database without a name, brings that to the
 * version of this build, and checks every row, index entry, link and count.
 * @returns the faults
 * @throws Error when the check could not be finished
 */
export async function checkSnapshot(snapshot: Snapshot): Promise<string[]> {
  const database = emptyDatabase()
  const target = {
    put: (entries: AsyncIterable<Entry>) => putEntries(database, entries),
    entries: () => entriesOf(database),
  }
  try {
    const faults = snapshot.faults?.() ?? []
    if (faults.length > 0) return faults
    await fill(target, snapshot, 'SQLite')
    database.exec('COMMIT')
    // Brings it to the version of this build.
    await openDatabase(storeOver(database)).write(async () => undefined)
    const { faults: missing, values } = await readValues(target.entries())
    if (missing.length > 0) return missing
    checkRows(values, linksOf(database))
    return []
  } catch (error) {
    const explained = explainFullDisk(error)
    if (explained !== error || error instanceof Stopped) throw explained
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    database.close()
  }
}

/** Reads every entry, and keeps those that `checkRows` needs, without the texts of posts and comments. */
async function readValues(entries: AsyncIterable<Entry>) {
  const values = new Map<string, unknown>()
  const faults: string[] = []
  for await (const { key, json, bytes } of entries) {
    const value: unknown = JSON.parse(json)
    if (needsBytes(value) && !bytes) faults.push(`The bytes of ${key} are missing.`)
    // What the server keeps beside the rows has no rules: the log, keys, subscriptions to push.
    if (NOT_IN_MEMORY.test(key) || !dataPrefixes.some((prefix) => key.startsWith(prefix))) continue
    const isText = typeof (value as { content?: unknown })?.content === 'string'
    values.set(key, isText ? { ...(value as object), content: '' } : value)
  }
  return { faults: faults.slice(0, MAX_FAULTS), values }
}
