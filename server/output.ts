import type { Writable } from 'node:stream'
import type { EventLine } from './log.ts'

/** Characters that may wait for a program that does not read. */
const MAX_WAITING = 1_000_000

/**
 * Returns a function that writes lines to standard output or error. Where it is closed, full, or not read, lines are lost, and nothing
 * else happens. The next line that arrives says how many.
 * @param onLoss called with the reason, once until a line arrives again
 */
export function lineWriter(
  stream: Writable,
  onLoss: (reason: NodeJS.ErrnoException) => void,
): (line: string) => void {
  let lost = 0
  let isTold = false
  function lose(count: number, reason: Error): void {
    lost += count
    if (isTold) return
    isTold = true
    onLoss(reason)
  }
  // Without this, an error would end the process. Each line has its own.
  stream.on('error', () => undefined)
  return (line) => {
    if (stream.writableLength > MAX_WAITING) return lose(1, new Error('nobody reads it'))
    const before = lost
    lost = 0
    // The last line may be cut off.
    const event = before > 0 ? `\n${eventLine(`${before} lines were lost`)}\n` : ''
    stream.write(`${event}${line}\n`, (error) => {
      if (error) lose(before + 1, error)
      else isTold = false
    })
  }
}

/** The line of an event in a log. */
export function eventLine(event: string): string {
  return JSON.stringify({ time: new Date().toISOString(), event } satisfies EventLine)
}
