import { pauseAfter } from '../../sync/back-off.ts'
import { Budget } from '../budget.ts'
import { encrypt } from './encrypt.ts'
import type { Message } from './messages.ts'
import type { Post, PushReply } from './push-service.ts'
import type { Vapid } from './vapid.ts'

/** How long a push service keeps a message for a phone that is off, in seconds. */
const TTL = 24 * 3600
/** Messages that wait or are sent, and the part of one push service. */
const MAX_MESSAGES = 1_000
const SHARE = 1 / 2
/** Messages that are sent at the same time, to all push services and to one. */
const MAX_SENDING = 16
const MAX_TO_SERVICE = 4
const MAX_TRIES = 4
/** Who asks for a longer pause gets nothing. */
const MAX_PAUSE_MS = 10 * 60_000

type Options = {
  post: Post
  vapid: Vapid
  /** Called with the endpoint of a subscription that does not exist any more. */
  onGone: (endpoint: string) => Promise<unknown>
  /** The pause after so many failed tries, in ms. */
  pause?: (failures: number) => number
  signal: AbortSignal
}

type Task = Message & { origin: string; failures: number }

/**
 * Delivers messages to push services, some at a time, and each again a few times when a service is busy. What is too much is
 * dropped: the notification is in the app's list anyway. Nothing waits for it.
 */
export class Delivery {
  readonly #options: Options
  readonly #budget = new Budget(MAX_MESSAGES, SHARE)
  #waiting: Task[] = []
  readonly #sending = new Map<string, number>()
  readonly #pauses = new Set<NodeJS.Timeout>()
  readonly #refused = new Set<string>()

  constructor(options: Options) {
    this.#options = options
    options.signal.addEventListener('abort', () => {
      this.#waiting = []
      for (const pause of this.#pauses) clearTimeout(pause)
    })
  }

  /** @returns whether there is room for it */
  add(message: Message): boolean {
    const { origin } = new URL(message.subscription.endpoint)
    if (!this.#budget.hasRoom(origin, 1)) return false
    this.#budget.add(origin, 1)
    this.#waiting.push({ ...message, origin, failures: 0 })
    this.#sendNext()
    return true
  }

  #sendNext(): void {
    const sending = [...this.#sending.values()].reduce((sum, count) => sum + count, 0)
    for (let free = MAX_SENDING - sending; free > 0; free--) {
      const index = this.#waiting.findIndex(({ origin }) => this.#countTo(origin) < MAX_TO_SERVICE)
      const [task] = index < 0 ? [] : this.#waiting.splice(index, 1)
      if (!task) return
      this.#sending.set(task.origin, this.#countTo(task.origin) + 1)
      this.#send(task).then(() => {
        const left = this.#countTo(task.origin) - 1
        if (left > 0) this.#sending.set(task.origin, left)
        else this.#sending.delete(task.origin)
        this.#sendNext()
      })
    }
  }

  #countTo(origin: string): number {
    return this.#sending.get(origin) ?? 0
  }

  /** Never rejects. */
  async #send(task: Task): Promise<void> {
    const { signal, onGone, pause = pauseAfter } = this.#options
    // Without a reply, the service may be reached later.
    const { status, retryAfter = 0 } = await this.#try(task).catch((): PushReply => ({ status: 0 }))
    if (signal.aborted) return
    if (status === 404 || status === 410) await onGone(task.subscription.endpoint).catch(ignore)
    const isBusy = status === 0 || status === 429 || status >= 500
    const failures = task.failures + 1
    const ms = Math.max(retryAfter, pause(failures))
    if (!isBusy || failures >= MAX_TRIES || ms > MAX_PAUSE_MS) {
      this.#budget.add(task.origin, -1)
      if (status >= 300 && status !== 404 && status !== 410) this.#report(task.origin, status)
      return
    }
    const timer = setTimeout(() => {
      this.#pauses.delete(timer)
      this.#waiting.push({ ...task, failures })
      this.#sendNext()
    }, ms).unref()
    this.#pauses.add(timer)
  }

  async #try({ subscription, text, topic, origin }: Task): Promise<PushReply> {
    const { post, vapid } = this.#options
    const body = await encrypt(text, subscription)
    const headers = {
      Authorization: await vapid.authorize(origin),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      Topic: topic,
      TTL: String(TTL),
      Urgency: 'normal',
    }
    return post(subscription.endpoint, headers, body)
  }

  /** Once for each service: the operator may have to set a contact, for example. */
  #report(origin: string, status: number): void {
    if (this.#refused.has(origin) || this.#refused.size >= MAX_TO_REPORT) return
    this.#refused.add(origin)
    console.error(`The push service ${origin} refused a message with ${status}.`)
  }
}

/** Members choose the services. */
const MAX_TO_REPORT = 20

const ignore = () => undefined
