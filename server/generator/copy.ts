import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { encodeKey, encodeValue } from '../adapters/encoding.ts'
import { PG_TABLES, postgresStore } from '../adapters/postgres.ts'

type Batches = AsyncIterable<ReadonlyMap<string, unknown>>

/**
 * Writes entries into an empty PostgreSQL by `COPY`, then builds the indexes: many times as fast as writes through a store.
 * @returns the number of entries
 * @throws Error when the database has a club
 */
export async function copyInto(url: string, batches: Batches): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let count = 0
  try {
    for (const sql of PG_TABLES) await client.query(sql)
    const { rowCount } = await client.query('SELECT 1 FROM rows LIMIT 1')
    if (rowCount) throw new Error('The database has a club already. Name an empty one.')
    await client.query(`BEGIN;
      ALTER TABLE bytes DROP CONSTRAINT bytes_key_fkey;
      ALTER TABLE rows DROP CONSTRAINT rows_pkey;
      TRUNCATE rows`)
    const kept: [key: Buffer, bytes: Uint8Array][] = []
    async function* tuples() {
      yield HEAD
      for await (const entries of batches) {
        const rows: Buffer[] = []
        for (const [key, value] of entries) {
          if (value === undefined) continue
          const { json, bytes } = encodeValue(value)
          const encoded = encodeKey(key)
          if (bytes) kept.push([encoded, bytes])
          rows.push(tupleOf(encoded, json))
        }
        count += rows.length
        yield Buffer.concat(rows)
      }
      yield TAIL
    }
    const into = client.query(copyFrom('COPY rows (key, value) FROM STDIN (FORMAT binary)'))
    await pipeline(Readable.from(tuples()), into)
    await client.query(`ALTER TABLE rows ADD CONSTRAINT rows_pkey PRIMARY KEY (key);
      ALTER TABLE bytes ADD CONSTRAINT bytes_key_fkey
        FOREIGN KEY (key) REFERENCES rows (key) ON DELETE CASCADE`)
    for (const entry of kept) await client.query('INSERT INTO bytes VALUES ($1, $2)', entry)
    await client.query('COMMIT')
    // Without it, autovacuum does it in the middle of the first hour.
    await client.query('VACUUM ANALYZE rows')
  } finally {
    await client.end()
  }
  // Builds the indexes of the search.
  await (await postgresStore(url)).close()
  return count
}

/** The file header of PostgreSQL's binary format: its signature, no flags, no extension. */
const HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** Its end. */
const TAIL = Buffer.from([0xff, 0xff])

/** A row of two columns, each after its length. */
function tupleOf(key: Buffer, json: string): Buffer {
  const length = Buffer.byteLength(json)
  const tuple = Buffer.allocUnsafe(10 + key.length + length)
  tuple.writeInt16BE(2)
  tuple.writeInt32BE(key.length, 2)
  key.copy(tuple, 6)
  tuple.writeInt32BE(length, 6 + key.length)
  tuple.write(json, 10 + key.length)
  return tuple
}
