import { ApiError } from '../../mocks/api-error.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import type { SyncCause, SyncProblem, SyncWait } from '../messages.ts'
import { LineError } from './line.ts'
import { afterFailure, allowed, READY, type Schedule, withoutFailures } from './schedule.ts'

export type SchedulerOptions = {
  /** Keeps the schedule while the worker is stopped. */
  store?: {
    read: () => Promise<Schedule | undefined>
    write: (schedule: Schedule) => Promise<void>
  }
  /** Calls `wake` after `ms`, if this worker still runs then. */
  setAlarm?: (wake: () => void, ms: number) => void
  random?: () => number
  /** Called when the state has changed. */
  onChange?: () => void
  /** Called after a try to which nothing replied: a later network should start the worker. */
  onNoReply?: () => void
}

type Work = {
  /**
   * @param onProgress called when a part is done for ever: what fails after it is a first failure
   * @throws LineError
   */
  run: (onProgress: () => Promise<void>) => Promise<unknown>
  /** Reads changes only. @throws LineError */
  pull: () => Promise<unknown>
  /** How many requests were sent so far. */
  countRequests: () => number
}

/** Decides when a device synchronizes (docs/sync.md#when). */
export function createScheduler({ run, pull, countRequests }: Work, options: SchedulerOptions) {
  const { store, setAlarm, random = Math.random, onChange, onNoReply } = options
  let schedule: Schedule | undefined
  let running: Promise<void> | undefined
  let isWantedAgain = false

  async function load(): Promise<Schedule> {
    // That of an older build may lack a field.
    schedule ??= { ...READY, ...(await store?.read().catch(() => undefined)) }
    return schedule
  }

  /** A full disk must not stop the sync. */
  async function change(next: Schedule): Promise<void> {
    schedule = next
    await store?.write(next).catch(() => undefined)
  }

  /**
   * Synchronizes if the device may try now. During a sync it runs once more, because the sync may have passed the point of
   * the change.
   * @returns why the device waits afterwards; `undefined` when all is done
   */
  async function wake(cause: SyncCause): Promise<SyncWait | undefined> {
    if (running) {
      isWantedAgain = true
      await running
      return schedule?.wait
    }
    running = tryNow(cause).finally(() => {
      running = undefined
      onChange?.()
    })
    await running
    return schedule?.wait
  }

  async function tryNow(cause: SyncCause): Promise<void> {
    const now = await load()
    let may = allowed(now, cause, Date.now())
    // The club replies again, so what waited for a reply can be sent.
    if (may === 'news' && (await attempt(pull)) && now.wait?.problem === 'noReply')
      may = allowed(now, 'opportunity', Date.now())
    if (may !== 'all') return remind()
    if (cause === 'opportunity' || cause === 'person') await change(withoutFailures(now))
    onChange?.()
    do {
      isWantedAgain = false
      if (!(await attempt(run))) return remind()
      await change(READY)
    } while (isWantedAgain)
  }

  async function attempt(work: Work['run']): Promise<boolean> {
    let before = countRequests()
    async function onProgress(): Promise<void> {
      before = countRequests()
      if (schedule === READY) return
      await change(READY)
      onChange?.()
    }
    try {
      await work(onProgress)
      return true
    } catch (thrown) {
      const error = thrown instanceof LineError ? thrown : new LineError(ownProblem(thrown))
      const { problem, retryAfter } = error
      const failure = { problem, retryAfter, requestCount: countRequests() - before }
      await change(afterFailure(await load(), failure, Date.now(), random()))
      if (!error.hasReply) onNoReply?.()
      return false
    }
  }

  function remind(): void {
    const { wait } = schedule ?? READY
    if (wait) setAlarm?.(() => wake('change'), Math.max(0, wait.nextTry - Date.now()))
  }

  return {
    wake,
    /** Resolves when no sync is running. */
    settled: () => running ?? Promise.resolve(),
    isRunning: () => running !== undefined,
    readWait: async (): Promise<SyncWait | undefined> => (await load()).wait,
  }
}

/** After a roll-back, the data on the device are newer than the app. Anything else, such as a full disk, may end by itself. */
function ownProblem(error: unknown): SyncProblem {
  const isNewer = error instanceof ApiError && error.message === apiErrors.newerData.text
  return isNewer ? 'version' : 'device'
}
