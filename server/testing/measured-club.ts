/**
 * A club without controls as a separate process, on any free port of this machine: `node --expose-gc measured-club.ts <data>`.
 * Sends its address. Then it replies to each message with the bytes that it uses after a garbage collection, and the
 * longest time in ms since the last message in which it did nothing for anyone else. Its limits of requests and writes are
 * so high that one client reaches everything behind them.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startClub } from '../start.ts'

export type Measured = { bytes: number; delay: number }

const [data = ''] = process.argv.slice(2)
const MANY = 1_000_000
const { url } = await startClub({
  host: 'localhost',
  port: 0,
  data,
  origin: [],
  controls: false,
  trustProxy: false,
  apiOnly: true,
  peoplePerAddress: MANY,
  quotas: {
    writesPerMinute: MANY,
    megabytesPerHour: MANY,
    reportsPerHour: MANY,
    allWritesPerMinute: MANY,
    allMegabytesPerHour: MANY,
  },
})
const delays = monitorEventLoopDelay({ resolution: 5 })
delays.enable()
process.on('message', () => {
  const delay = delays.max / 1e6
  gc?.()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ bytes: heapUsed + external, delay } satisfies Measured)
  // Without the collection.
  setImmediate(() => delays.reset())
})
process.send?.(url)
process.once('disconnect', () => process.exit())
