import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withOption } from '../adapters/pg-address.ts'
import { newClient } from '../adapters/pg-client.ts'
import { engineOf } from './data.ts'

/** A place beside the data of a club, of the same kind, with a folder for files. */
export type TemporaryPlace = { folder: string; data: string; remove(): Promise<void> }

/** Creates a temporary place. It replaces one that a killed process has left. */
export async function temporaryPlace(data: string): Promise<TemporaryPlace> {
  if (engineOf(data) === 'PostgreSQL') return temporarySchema(data)
  const folder = `${data}.rehearsal`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  return { folder, data: join(folder, 'club.db'), remove }
}

async function temporarySchema(data: string): Promise<TemporaryPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-rehearsal-'))
  const client = newClient(data, 'gearheads backup')
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    "SELECT left(current_schema(), 50) || '_rehearsal' AS name",
  )
  const schema = rows[0]?.name ?? ''
  const drop = `DROP SCHEMA IF EXISTS ${client.escapeIdentifier(schema)} CASCADE`
  const remove = async () => {
    await client.query(drop).finally(() => client.end())
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await client.query(drop)
    await client.query(`CREATE SCHEMA ${client.escapeIdentifier(schema)}`)
  } catch (error) {
    await remove().catch(() => undefined)
    throw new Error(`A rehearsal needs the right to create a schema: ${(error as Error).message}.`)
  }
  return { folder, data: withOption(data, `-c search_path=${schema}`), remove }
}
