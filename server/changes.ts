import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { type Changes, HEARTBEAT, HEARTBEAT_MS } from '../src/contract/changes.ts'
import type { Env, Member } from './access.ts'
import type { ChangeLog } from './change-log.ts'

/** A client that missed changes which are no longer known reads everything again. */
const READ_AGAIN: Changes = { by: '', changes: undefined }

/**
 * Streams the changes after the client's cursor as Server-Sent Events. The browser repeats the last `id` in
 * `Last-Event-ID` when it connects again. A slow client falls behind without using memory here. Changes of which only one user
 * learns leave no trace in the streams of others, such as a heartbeat out of turn.
 * @param member who reads it, by a token: it ends with that session
 * @param signal ends the stream, when the server closes
 */
export function streamChanges(
  c: Context<Env>,
  { log, member, signal }: { log: ChangeLog; member?: Member; signal: AbortSignal },
): Response {
  const cursor = c.req.header('Last-Event-ID') || c.req.query('after') || log.cursor
  let place = log.find(cursor)
  // Without this, nginx collects the events.
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    // An event without data only sets the browser's last `id`. A lost stream is opened again after a second.
    await stream.write(`retry: 1000\nid: ${place === undefined ? '' : cursor}\n\n`)
    let beatsAt = Date.now() + HEARTBEAT_MS
    while (!stream.aborted && !signal.aborted) {
      const known = place === undefined ? undefined : log.from(place, member?._id)
      const shown = known ?? [{ cursor: log.cursor, changes: READ_AGAIN }]
      place = log.end
      const isDue = Date.now() >= beatsAt
      // Each change of a session is one of its user, and it expires without a change.
      const mayHaveEnded = isDue || shown.some((one) => concerns(one, member?._id))
      if (member && mayHaveEnded && !(await member.isOpen())) return
      for (const { changes, cursor: id } of shown)
        await stream.writeSSE({ id, data: JSON.stringify(changes) })
      if (isDue) await stream.write(`event: ${HEARTBEAT}\ndata:\n\n`)
      if (isDue || shown.length > 0) beatsAt = Date.now() + HEARTBEAT_MS
      if (place === log.end) await log.changed(Math.max(1, beatsAt - Date.now()), signal)
    }
  })
}

/** Whether changes name a user, or may. */
function concerns({ changes: { changes } }: { changes: Changes }, userId?: string): boolean {
  return !changes || changes.some(({ _id }) => _id === userId)
}
