import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Changes, HEARTBEAT, HEARTBEAT_MS } from '../src/contract/changes.ts'
import type { ChangeLog } from './change-log.ts'

/** A client that missed changes which are no longer known reads everything again. */
const READ_AGAIN: Changes = { by: '', changes: undefined }

/**
 * Streams the changes after the client's cursor as Server-Sent Events. The browser repeats the last `id` in
 * `Last-Event-ID` when it connects again. A slow client falls behind without using memory here.
 * @param signal ends the stream, when the server closes
 */
export function streamChanges(c: Context, log: ChangeLog, signal: AbortSignal): Response {
  let cursor = c.req.header('Last-Event-ID') || c.req.query('after') || log.cursor
  // Without this, nginx collects the events.
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    // An event without data only sets the browser's last `id`. A lost stream is opened again after a second.
    await stream.write(`retry: 1000\nid: ${log.since(cursor) ? cursor : ''}\n\n`)
    while (!stream.aborted && !signal.aborted) {
      const missed = log.since(cursor) ?? [{ cursor: log.cursor, changes: READ_AGAIN }]
      for (const { changes, cursor: id } of missed) {
        await stream.writeSSE({ id, data: JSON.stringify(changes) })
        cursor = id
      }
      if (missed.length > 0) continue
      await log.changed(HEARTBEAT_MS, signal)
      await stream.write(`event: ${HEARTBEAT}\ndata:\n\n`)
    }
  })
}
