import { once } from 'node:events'
import type { Duplex } from 'node:stream'
import type pg from 'pg'

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
export function copyIn(
  client: pg.Client,
  sql: string,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
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
