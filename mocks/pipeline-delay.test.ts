import { afterEach, expect, test, vi } from 'vitest'
import { memoryStore } from './data/adapters/memory.ts'
import { openDatabase } from './data/database.ts'
import { createServer } from './msw-handlers.ts'
import type { ServerOptions } from './server-options.ts'

afterEach(() => vi.useRealTimers())

const nextTurn = () => new Promise(setImmediate)

/** How long a call takes on a clock that only moves to the next timer. */
async function timeOf(path: string, options: Omit<ServerOptions, 'database'>) {
  const serve = createServer({ database: openDatabase(memoryStore()), ...options })
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
  const start = Date.now()
  const answered = vi.fn()
  const answer = serve(new Request(`http://gearheads.test${path}`)).then(answered)
  while (vi.getTimerCount() === 0) await nextTurn()
  for (let turn = 0; turn < 100; turn++) await nextTurn()
  expect(answered).not.toHaveBeenCalled()
  await vi.advanceTimersToNextTimerAsync()
  await answer
  return Date.now() - start
}

test('a reply takes 400 ms unless the host sets another delay', async () => {
  expect(await timeOf('/api/posts', {})).toBe(400)
  expect(await timeOf('/api/posts', { delayMs: 25 })).toBe(25)
})

test('an error reply has the same delay', async () => {
  expect(await timeOf('/api/posts/999', {})).toBe(400)
})
