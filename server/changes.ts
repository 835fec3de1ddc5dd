import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Changes, HEARTBEAT, HEARTBEAT_MS } from '../src/contract/changes.ts'
import type { Env } from './access.ts'
import type { ChangeLog } from './change-log.ts'

/** A client that missed changes which are no longer known reads everything again. */
const READ_AGAIN: Changes = { by: '', changes: undefined }

/**
 * Streams the changes after the client's cursor as Server-Sent Events. The browser repeats the last `id` in
 * `Last-Event-ID` when it connects again. A slow client falls behind without using memory here.
 * At a club for members only, it ends with the session.
 * @param signal ends the stream, when the server closes
 */
export function streamChanges(c: Context<Env>, log: ChangeLog, signal: AbortSignal): Response {
  const member = c.get('member')
  let cursor = c.req.header('Last-Event-ID') || c.req.query('after') || log.cursor
  // Without this, nginx collects the events.
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    // An event without data only sets the browser's last `id`. A lost stream is opened again after a second.
    await stream.write(`retry: 1000\nid: ${log.since(cursor) ? cursor : ''}\n\n`)
    while (!stream.aborted && !signal.aborted) {
      const missed = log.since(cursor) ?? [{ cursor: log.cursor, changes: READ_AGAIN }]
      // Each change of a session is one of its user.
      if (member && missed.some((one) => concerns(one, member._id)) && !(await member.isOpen()))
        return
      for (const { changes, cursor: id } of missed) {
        await stream.writeSSE({ id, data: JSON.stringify(changes) })
        cursor = id
      }
      if (missed.length > 0) continue
      await log.changed(HEARTBEAT_MS, signal)
      // It expires without a change.
      if (member && cursor === log.cursor && !(await member.isOpen())) return
      await stream.write(`event: ${HEARTBEAT}\ndata:\n\n`)
    }
  })
}

/** Whether changes name a user, or may. */
function concerns({ changes: { changes } }: { changes: Changes }, userId?: string): boolean {
  return !changes || changes.some(({ table, _id }) => table === 'users' && _id === userId)
}
