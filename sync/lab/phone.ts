import { CHANGES_PATH, REPLICA_PATH } from '../../src/contract/changes.ts'
import { DEVICES_PATH } from '../../src/contract/devices.ts'
import type { ReplicaLimits } from '../device/synchronize.ts'
import type { SyncProblem } from '../messages.ts'
import type { SentWrite } from '../protocol.ts'
import { describeReply, describeRequest, writesIn } from './describe.ts'
import { type LocalClub, localDevice, memoryKeys } from './devices.ts'
import { type LabHost, type LabTime, newHost } from './lab-time.ts'
import { FaultyLine, type Line } from './lines.ts'
import type { LabFate, LabPhone } from './messages.ts'

/** A message that waits for its fate. */
type Message = NonNullable<LabPhone['message']> & { meet: (fate: LabFate) => Promise<void> }

/** A phone with one member, whose messages can be held on their way. */
export class Phone {
  readonly device: ReturnType<typeof localDevice>
  readonly line: FaultyLine
  readonly host: LabHost
  /** Why the last sync failed. */
  problem: SyncProblem | undefined
  token = ''
  readonly userId: string
  readonly username: string
  /** Such as `Mira’s phone`. */
  readonly title: string
  message: Message | undefined
  /** Runs before each request to the club. */
  beforeRequest: () => Promise<void> = async () => {}
  /** The own writes that were ever sent, with their names at that time. */
  readonly sent = new Map<string, SentWrite>()
  readonly #time: LabTime
  /** A sync whose messages are held. */
  #held: Promise<void> | undefined
  #onMessage = () => {}

  constructor(
    { club, clubHost, time }: { club: LocalClub; clubHost: LabHost; time: LabTime },
    { userId, username, title }: { userId: string; username: string; title: string },
    limits?: Partial<ReplicaLimits>,
  ) {
    this.userId = userId
    this.username = username
    this.title = title
    this.#time = time
    this.line = new FaultyLine(time.pass)
    const { line } = this
    this.host = Object.defineProperty(newHost(), 'isOnline', { get: () => line.kind !== 'down' })
    const send = async (reply: () => Promise<Response>, url: string, init?: RequestInit) => {
      await this.beforeRequest()
      const atClub = () => time.as(clubHost, reply)
      for (const write of writesIn(url, init)) if (!write.proof) this.sent.set(write.name, write)
      if (!this.#held) return line.send(atClub, url, init?.signal)
      const isSync =
        url.endsWith(CHANGES_PATH) || url.startsWith(REPLICA_PATH) || url.endsWith(DEVICES_PATH)
      // One message at a time.
      return isSync && line.kind !== 'down' ? this.#hold(atClub, url, init) : Promise.reject(lost())
    }
    this.device = localDevice(club, send, limits, memoryKeys())
  }

  /** Runs `work` on this phone. */
  on<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#time.as(this.host, work)
  }

  setLine(kind: Line, after = 0, times = 0): void {
    Object.assign(this.line, { kind, left: after, faults: times || Number.POSITIVE_INFINITY })
  }

  /** Synchronizes, after the sync that is held. */
  async sync(): Promise<void> {
    await this.finish('deliver')
    await this.on(() => this.#wake())
  }

  async #wake(): Promise<void> {
    this.problem = (await this.device.wake('person'))?.problem
  }

  /** Begins a sync, up to its first message. */
  async begin(): Promise<void> {
    if (this.#held) return
    await this.on(async () => {
      const next = this.#nextMessage()
      // `send` holds messages while this is set.
      this.#held = Promise.resolve()
      const ended = this.#wake().finally(() => {
        this.#held = undefined
      })
      this.#held = ended
      await Promise.race([ended, next])
    })
  }

  /** Decides about the message that waits, and lets the phone continue up to the next one. */
  async meet(fate: LabFate): Promise<void> {
    const { message } = this
    if (message) await this.on(() => message.meet(fate))
  }

  /** Ends the sync that is held, as if all its messages met the same fate. */
  async finish(fate: LabFate): Promise<void> {
    while (this.message) await this.meet(fate)
  }

  #nextMessage(): Promise<void> {
    return new Promise((resolve) => {
      this.#onMessage = resolve
    })
  }

  #hold(atClub: () => Promise<Response>, url: string, init?: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      const settle = async (decide: () => void) => {
        this.message = undefined
        const next = this.#nextMessage()
        decide()
        await Promise.race([this.#held, next])
      }
      const meetRequest = async (fate: LabFate) => {
        if (fate === 'lose') return settle(() => reject(lost()))
        if (fate === 'twice') await atClub()
        const response = await atClub()
        this.message = {
          from: 'club',
          text: await describeReply(url, response),
          meet: (end) => settle(() => (end === 'lose' ? reject(lost()) : resolve(response))),
        }
      }
      this.message = { from: 'phone', text: describeRequest(url, init), meet: meetRequest }
      this.#onMessage()
    })
  }
}

function lost(): TypeError {
  return new TypeError('Failed to fetch')
}
