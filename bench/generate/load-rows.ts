import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { encodeKey, encodeValue } from '../../server/adapters/encoding.ts'

/** Of the binary format: a signature, flags, and no header. */
const START = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const END = Buffer.from([0xff, 0xff])
const CHUNK = 1 << 20

/** Entries of a store, in any order. No key is that of another, or stored. */
export type EntryParts = AsyncIterable<Iterable<readonly [key: string, value: unknown]>>

/**
 * Adds many entries to the `rows` of a club in PostgreSQL, in one transaction. The rows are copied into a table without an
 * index, which then takes the place of the club's: ten times as fast as inserting them. No process may use the club.
 * @param logged the number of entries in the log, when all parts are made: commits continue after it
 */
export async function loadRows(
  url: string,
  parts: EntryParts,
  logged: () => number,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'gearheads generate' })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('CREATE TABLE loaded (LIKE rows)')
    // FREEZE marks the rows as visible to everybody at once: otherwise the first reads would write.
    await copyIn(client, 'COPY loaded FROM STDIN (FORMAT binary, FREEZE)', encoded(parts))
    await client.query('INSERT INTO loaded SELECT * FROM rows')
    await client.query('ALTER TABLE bytes DROP CONSTRAINT bytes_key_fkey')
    await client.query('DROP TABLE rows')
    await client.query('ALTER TABLE loaded RENAME TO rows')
    await client.query("SET LOCAL maintenance_work_mem = '1GB'")
    await client.query('ALTER TABLE rows ADD CONSTRAINT rows_pkey PRIMARY KEY (key)')
    await client.query(
      'ALTER TABLE bytes ADD FOREIGN KEY (key) REFERENCES rows (key) ON DELETE CASCADE',
    )
    await client.query(
      'INSERT INTO commits SELECT $1::bigint + coalesce(max(n), 0) + 1, gen_random_uuid() FROM commits',
      [logged()],
    )
    await client.query('COMMIT')
    await client.query('ANALYZE rows')
  } finally {
    await client.end()
  }
}

/** The part of a connection of `pg` that its types leave out. */
type CopyConnection = {
  stream: Duplex
  query(sql: string): void
  sync(): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

/**
 * `COPY … FROM STDIN`: sends chunks as PostgreSQL takes them. With a library for streams, this package would be the only one to
 * use it.
 * @throws the error of the database, or that of `chunks`
 */
function copyIn(client: pg.Client, sql: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const ended = () => {}
    const copy = {
      submit: (connection: pg.Connection) => (connection as unknown as CopyConnection).query(sql),
      async handleCopyInResponse(connection: CopyConnection) {
        try {
          for await (const chunk of chunks) {
            if (failure) return
            connection.sendCopyFromChunk(chunk)
            if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
          }
          connection.endCopyFrom()
        } catch (error) {
          failure ??= error
          connection.sendCopyFail('The rows could not be made.')
        }
      },
      handleError(error: unknown) {
        failure ??= error
        reject(failure)
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
      handleCommandComplete: ended,
      handleRowDescription: ended,
      handleDataRow: ended,
      handlePortalSuspended: ended,
      handleEmptyQuery: ended,
    }
    client.query(copy)
  })
}

async function* encoded(parts: EntryParts): AsyncGenerator<Buffer> {
  yield START
  let chunk = Buffer.allocUnsafe(CHUNK)
  let length = 0
  for await (const part of parts) {
    for (const [key, value] of part) {
      const name = encodeKey(key)
      const { json } = encodeValue(value)
      const size = Buffer.byteLength(json)
      const needed = 10 + name.length + size
      if (length + needed > chunk.length) {
        yield chunk.subarray(0, length)
        chunk = Buffer.allocUnsafe(Math.max(CHUNK, needed))
        length = 0
      }
      length = chunk.writeInt16BE(2, length)
      length = chunk.writeInt32BE(name.length, length)
      length += name.copy(chunk, length)
      length = chunk.writeInt32BE(size, length)
      length += chunk.write(json, length)
    }
  }
  yield chunk.subarray(0, length)
  yield END
}
