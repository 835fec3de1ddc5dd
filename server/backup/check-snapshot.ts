import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRows } from '../../mocks/data/check-rows.ts'
import { openDatabase } from '../../mocks/data/database.ts'
import { dataPrefixes } from '../../mocks/data/keys.ts'
import { linkKinds } from '../../mocks/data/links.ts'
import { needsBytes } from '../adapters/encoding.ts'
import { sqliteStore } from '../adapters/sqlite.ts'
import { writeData } from './data.ts'
import type { Snapshot } from './snapshot.ts'
import { openLinks, openSqlite } from './sqlite.ts'

const MAX_FAULTS = 10

/** Entries of rows of which no rule says anything. */
const UNCHECKED = ['idempotency', 'expiry', 'posts.text', 'posts.packed']
/** A club has a hundred times as many links as rows. They are read one by one. */
const NOT_IN_MEMORY = new RegExp(`^(${[...UNCHECKED, ...linkKinds, 'order'].join('|')})/`)

/**
 * Checks that everything in a snapshot can be used: it restores it into a temporary file, brings that to the version of
 * this build, and checks every row, index entry, link and count.
 * @returns the faults
 */
export async function checkSnapshot(snapshot: Snapshot): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-check-'))
  const file = join(folder, 'club.db')
  try {
    const faults = snapshot.faults?.() ?? []
    if (faults.length > 0) return faults
    await writeData(file, snapshot)
    const store = sqliteStore(file)
    // Brings it to the version of this build.
    await openDatabase(store)
      .write(async () => undefined)
      .finally(store.close)
    const restored = await openSqlite(file)
    const { faults: missing, values } = await readValues(restored).finally(restored.close)
    if (missing.length > 0) return missing
    const links = openLinks(file)
    try {
      checkRows(values, links)
    } finally {
      links.close()
    }
    return []
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Reads every entry, and keeps those that `checkRows` needs, without the texts of posts and comments. */
async function readValues({ entries }: Snapshot) {
  const values = new Map<string, unknown>()
  const faults: string[] = []
  for await (const { key, json, bytes } of entries()) {
    const value: unknown = JSON.parse(json)
    if (needsBytes(value) && !bytes) faults.push(`The bytes of ${key} are missing.`)
    // What the server keeps beside the rows has no rules: the log, keys, subscriptions to push.
    if (NOT_IN_MEMORY.test(key) || !dataPrefixes.some((prefix) => key.startsWith(prefix))) continue
    const isText = typeof (value as { content?: unknown })?.content === 'string'
    values.set(key, isText ? { ...(value as object), content: '' } : value)
  }
  return { faults: faults.slice(0, MAX_FAULTS), values }
}
