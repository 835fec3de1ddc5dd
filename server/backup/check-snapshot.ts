import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkRows } from '../../mocks/data/check-rows.ts'
import { openDatabase } from '../../mocks/data/database.ts'
import { needsBytes } from '../adapters/encoding.ts'
import { sqliteStore } from '../adapters/sqlite.ts'
import { writeData } from './data.ts'
import type { Snapshot } from './snapshot.ts'
import { openSqlite } from './sqlite.ts'

/** Entries of which no rule says anything. The texts of posts are long, and the log is not needed to read the rows. */
const UNCHECKED = /^(log|posts\.text|posts\.packed)\//

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
    try {
      return await checkEntries(restored)
    } finally {
      await restored.close()
    }
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function checkEntries({ entries }: Snapshot): Promise<string[]> {
  const values = new Map<string, unknown>()
  for await (const { key, json, bytes } of entries()) {
    const value: unknown = JSON.parse(json)
    if (needsBytes(value) && !bytes) return [`The bytes of ${key} are missing`]
    if (!UNCHECKED.test(key)) values.set(key, value)
  }
  checkRows(values)
  return []
}
