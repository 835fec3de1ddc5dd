import { hash, randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, type OpenMetricsContentType, Registry } from 'prom-client'
import type { LogLine } from '../log.ts'
import type { SpaceOf } from './space.ts'

/** What the metrics read when they are asked for. */
type Sources = {
  /** Event streams that are open. */
  streams: () => number
  space: SpaceOf
}

/** In seconds: a reply from memory, a usual one, one that is felt, and two that are too slow. */
const BUCKETS = [0.01, 0.05, 0.25, 1, 5]

/** Others are counted together: a client can send any method. */
const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']

const NS_PER_S = 1e9

/**
 * The numbers of one club in one process, since it started. None of them is about a person. Without prom-client's default
 * metrics: 30 families, of which some are not valid OpenMetrics (a gauge that ends in `_total`).
 */
export class Metrics {
  readonly devices = new SeenDevices()
  readonly #requests = new RecentCount()
  readonly #started = Date.now()
  readonly #streams: () => number
  #refusedWrites = 0
  readonly #registry = new Registry<OpenMetricsContentType>()
  readonly #replies: Counter<'method' | 'route' | 'status'>
  readonly #seconds: Histogram<'method' | 'route'>
  readonly #refused: Counter<'status'>
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined

  constructor({ streams, space }: Sources, version: string) {
    this.#streams = streams
    this.#registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE)
    const registers = [this.#registry]
    this.#replies = new Counter({
      name: 'gearheads_requests_total',
      help: 'Replies by route and status; 429 and 503 are those of the limits.',
      labelNames: ['method', 'route', 'status'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'gearheads_request_duration_seconds',
      help: 'Time until a reply starts.',
      labelNames: ['method', 'route'],
      buckets: BUCKETS,
      registers,
    })
    this.#refused = new Counter({
      name: 'gearheads_refused_writes_total',
      help: 'Writes refused by a rule, by a limit or by a full disk, also those in a sync.',
      labelNames: ['status'],
      registers,
    })
    const gauge = (name: string, help: string, read: () => Promise<number> | number) =>
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      })
    gauge('gearheads_event_streams', 'Event streams that are open.', streams)
    gauge('gearheads_devices', 'Devices with a replica, seen within a day.', () =>
      this.devices.count(),
    )
    gauge('gearheads_database_bytes', 'Size of the data.', async () =>
      orUnknown((await space()).databaseBytes),
    )
    gauge('gearheads_disk_free_bytes', 'Free space where the data are.', async () =>
      orUnknown((await space()).freeBytes),
    )
    gauge('gearheads_event_loop_delay_seconds', '99th percentile since the last scrape.', () =>
      this.#readDelay(),
    )
    gauge('process_resident_memory_bytes', 'Memory of the process.', () =>
      process.memoryUsage.rss(),
    )
    gauge('process_start_time_seconds', 'Start of the process, since 1970.', () =>
      Math.round(performance.timeOrigin / 1000),
    )
    new Counter({
      name: 'process_cpu_seconds_total',
      help: 'Time on processors, user and system.',
      registers,
      collect() {
        const { user, system } = process.cpuUsage()
        this.reset()
        this.inc((user + system) / 1e6)
      },
    })
    new Gauge({
      name: 'gearheads_build_info',
      help: 'The version.',
      labelNames: ['version'],
      registers,
    }).set({ version }, 1)
  }

  /** Counts a request. @param isWrite whether it would have changed data */
  countRequest({ method, route, status, ms }: LogLine, isWrite: boolean): void {
    const labels = { method: METHODS.includes(method) ? method : 'other', route }
    this.#replies.inc({ ...labels, status })
    this.#seconds.observe(labels, ms / 1000)
    this.#requests.add()
    if (isWrite) this.countWrite(status)
  }

  /** Counts a write by the status of its outcome. */
  countWrite(status: number): void {
    if (status < 400) return
    this.#refusedWrites += 1
    this.#refused.inc({ status })
  }

  /** For people. */
  summary() {
    return {
      startedAt: this.#started,
      requestsPerMinute: this.#requests.count(),
      streams: this.#streams(),
      devices: this.devices.count(),
      refusedWrites: this.#refusedWrites,
    }
  }

  /** In the OpenMetrics text format. */
  async read(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }

  close(): void {
    this.#delay?.disable()
  }

  /** Measured from the first scrape on: it costs a timer. */
  #readDelay(): number {
    if (!this.#delay) {
      this.#delay = monitorEventLoopDelay({ resolution: 10 })
      this.#delay.enable()
      return 0
    }
    const delay = this.#delay.percentile(99) / NS_PER_S
    this.#delay.reset()
    return delay
  }
}

/** The format's value for a number that is not known, such as the free disk of a database elsewhere. */
function orUnknown(value: number | undefined): number {
  return value ?? Number.NaN
}

const MINUTE = 60

/** Counts events of the last minute. */
export class RecentCount {
  /** By second. */
  readonly #counts = new Map<number, number>()

  add(now = performance.now()): void {
    const second = Math.floor(now / 1000)
    this.#counts.set(second, (this.#counts.get(second) ?? 0) + 1)
    this.#forget(second)
  }

  /** Events in the last 60 s. */
  count(now = performance.now()): number {
    this.#forget(Math.floor(now / 1000))
    return [...this.#counts.values()].reduce((sum, one) => sum + one, 0)
  }

  #forget(second: number): void {
    for (const one of this.#counts.keys()) {
      if (one > second - MINUTE) break
      this.#counts.delete(one)
    }
  }
}

const DAY_MS = 86_400_000
/** Above this number, the device that was seen the longest time ago is forgotten. */
const MAX_DEVICES = 200_000

/**
 * Counts devices with a replica. They have no id: a device is known by its users and its browser, in a hash with a key that
 * is in the memory of this process only, so that nothing can be looked up in it.
 */
export class SeenDevices {
  readonly #key = randomBytes(16).toString('hex')
  /** The time at which each was seen, in ms since 1970, the latest last. */
  readonly #seen = new Map<string, number>()

  /**
   * @param users the `_id`s of the users of the device
   * @param browser the header `User-Agent`
   */
  add(users: readonly string[], browser: string, now = Date.now()): void {
    if (users.length === 0) return
    const device = hash('sha256', [this.#key, browser, ...[...users].sort()].join('\n'), 'base64')
    this.#seen.delete(device)
    this.#seen.set(device, now)
    const [oldest = ''] = this.#seen.keys()
    if (this.#seen.size > MAX_DEVICES) this.#seen.delete(oldest)
  }

  /** How many were seen within the last day. */
  count(now = Date.now()): number {
    for (const [device, time] of this.#seen) {
      if (time > now - DAY_MS) break
      this.#seen.delete(device)
    }
    return this.#seen.size
  }
}
