import type { Database } from '../../mocks/database.ts'
import type { Notified } from '../../mocks/notifications/notifications.ts'
import { Delivery } from './delivery.ts'
import { readMessages } from './messages.ts'
import { pushClient } from './push-service.ts'
import { removeEnded, removeSubscription } from './subscriptions.ts'
import { openVapid } from './vapid.ts'

/** Times in ms. */
export type PushTimes = {
  /** From an event to its message: those of this time are one message. */
  collect: number
  /** From a message to the next one of the same notification. */
  again: number
  /** Until a push service has replied. */
  reply: number
  /** After a failed try. */
  pause?: (failures: number) => number
}

const TIMES: PushTimes = { collect: 2_000, again: 60_000, reply: 10_000 }

/** Notifications that wait for their message, or were sent in the last minute. */
const MAX_COLLECTED = 10_000
/** Notifications whose messages are read in one transaction. */
const MAX_READ = 200

export type PushOptions = {
  /** See `openVapid`. */
  contact?: string
  /** Also accepts push services at http://localhost, for tests. */
  allowsLocal?: boolean
  times?: Partial<PushTimes>
}

export type Push = {
  publicKey: string
  allowsLocal: boolean
  /** Sends messages about notifications that got an event, soon. To be called after the commit. */
  notified: (events: readonly Notified[]) => void
}

/**
 * Web Push (R17.8): the process that committed a write sends the messages about it. At most once: after a crash, or when too
 * many wait, there is no message, and the notification is in the list.
 */
export async function startPush(
  database: Database,
  { contact, allowsLocal = false, times: changed }: PushOptions,
  signal: AbortSignal,
): Promise<Push> {
  const times = { ...TIMES, ...changed }
  const vapid = await openVapid(database, contact)
  const delivery = new Delivery({
    post: pushClient({ allowsLocal, timeout: times.reply, signal }),
    vapid,
    onGone: (endpoint) => database.write((tx) => removeSubscription(tx, endpoint)),
    pause: times.pause,
    signal,
  })

  const keyOf = ({ userId, group }: Notified) => `${userId}/${group}`
  /** On a monotonic clock. When each notification may have its next message; `event` while it waits for one. */
  const collected = new Map<string, { due: number; event?: Notified }>()
  let timer: NodeJS.Timeout | undefined
  let wakesAt = Number.POSITIVE_INFINITY
  let isReading = false

  function notified(events: readonly Notified[]): void {
    const now = performance.now()
    for (const event of events) {
      const key = keyOf(event)
      const known = collected.get(key)
      if (known?.event || (!known && collected.size >= MAX_COLLECTED)) continue
      const due = Math.max(known?.due ?? 0, now + times.collect)
      collected.set(key, { due, event })
    }
    wake(times.collect)
  }

  function wake(ms: number): void {
    const at = performance.now() + ms
    // At the end of a reading, it is called again.
    if (signal.aborted || isReading || at >= wakesAt) return
    clearTimeout(timer)
    wakesAt = at
    timer = setTimeout(() => {
      wakesAt = Number.POSITIVE_INFINITY
      sendDue().catch((error) => console.error(error))
    }, ms).unref()
  }

  async function sendDue(): Promise<void> {
    isReading = true
    const now = performance.now()
    const due: Notified[] = []
    for (const [key, entry] of collected) {
      if (entry.due > now || due.length >= MAX_READ) continue
      if (!entry.event) {
        collected.delete(key)
        continue
      }
      due.push(entry.event)
      collected.set(key, { due: now + times.again })
    }
    try {
      if (due.length > 0) await send(due)
    } finally {
      isReading = false
      if (collected.size > 0) wake(nextPause(now))
    }
  }

  function nextPause(now: number): number {
    const due = [...collected.values()].reduce(
      (min, one) => Math.min(min, one.due),
      Number.POSITIVE_INFINITY,
    )
    return Math.max(due - now, times.collect / 2)
  }

  async function send(due: readonly Notified[]): Promise<void> {
    const { messages, ended } = await database.read((tx) => readMessages(tx, due))
    for (const message of messages) delivery.add(message)
    // Of all others, the next event does not have to wait.
    const sentTo = new Set(messages.map(({ subscription }) => subscription.session.userId))
    for (const event of due) {
      const key = keyOf(event)
      if (!sentTo.has(event.userId) && !collected.get(key)?.event) collected.delete(key)
    }
    if (ended.length > 0) await database.write((tx) => removeEnded(tx, ended))
  }

  signal.addEventListener('abort', () => clearTimeout(timer))
  return { publicKey: vapid.publicKey, allowsLocal, notified }
}
