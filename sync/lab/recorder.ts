import type { CallName } from '../../src/contract/calls.ts'
import type { UnsentWrite } from '../messages.ts'
import { withNames } from '../references.ts'
import { describeWrite } from './describe.ts'
import { startHistory, type Write } from './history.ts'
import { readOf, type Shown } from './rows.ts'

/** A write that a phone has accepted. */
export type Accepted = {
  call: CallName
  text: string
  phone: number
  /** A courier may deliver it before older ones that cannot be carried. */
  isHandedOver?: boolean
  fate?: 'discarded' | 'lost with a backup'
}

/** A write that waits on a phone, or that the club has refused. */
type Waiting = Omit<UnsentWrite, 'change'>

/** A phone at a moment at which it does nothing. */
export type Moment = {
  shown: Shown
  /** All own writes that wait, and the refused ones. */
  pending: readonly Waiting[]
  /** The own writes that were ever sent, by the names that they had then. */
  sent: ReadonlyMap<string, Omit<Write, 'userId'>>
  carried: readonly Waiting[]
  /** Of its copy. */
  cursor?: string
  /** The writes in the club's log, oldest first. */
  log: readonly { name?: string; keys?: readonly string[] }[]
}

/** Notes the writes and reads of phones for a history, whether they are in the Lab or in browsers. */
export function startRecorder(
  phones: readonly { title: string; userId: string }[],
  isLarge = false,
) {
  const history = startHistory(phones, isLarge)
  /** By the current name, in the order in which they were made. */
  const accepted = new Map<string, Accepted>()
  /** The writes that waited on each phone when it was last noted. */
  const waiting: (readonly Waiting[])[] = []

  /** The order of the writes stays. */
  function replaceName(old: string, name: string): void {
    const all = [...accepted]
    accepted.clear()
    for (const [key, write] of all) accepted.set(key === old ? name : key, write)
  }

  /** Notes the writes that a phone has accepted, and those that have a new name since its clock was corrected. */
  function noteWrites(phone: number, { pending, sent, log }: Moment): void {
    const userId = phones[phone]?.userId ?? ''
    const writes = new Map<string, Omit<Write, 'userId'>>(sent)
    for (const write of pending) writes.set(write.name, write)
    // Those that are done are older than those that wait.
    const names = [...log.flatMap(({ name }) => name ?? []), ...pending.map(({ name }) => name)]
    const current = new Set(names)
    const vanished = (waiting[phone] ?? []).filter(({ name }) => !current.has(name))
    const renamed = new Map<string, string>()
    for (const name of names) {
      const found = accepted.has(name) ? undefined : writes.get(name)
      if (!found) continue
      const write = { ...found, userId }
      const old = vanished.find((one) => isSame(withNames(one, renamed), write))
      if (old) {
        renamed.set(old.name, name)
        vanished.splice(vanished.indexOf(old), 1)
        replaceName(old.name, name)
        history.rename(phone, old.name, write)
      } else {
        accepted.set(name, { call: write.call, text: describeWrite(write), phone })
        history.write(phone, write)
      }
    }
    for (const write of pending) {
      if (write.error !== undefined) history.takeBack(phone, write)
      if (write.handedOver) history.carry(write.name)
    }
    waiting[phone] = pending
  }

  return {
    accepted,
    failures: history.failures,
    note(phone: number, moment: Moment): void {
      const { shown, pending, carried, cursor, log } = moment
      noteWrites(phone, moment)
      history.done(log)
      const open = pending.filter(({ error }) => error === undefined)
      history.read(phone, { ...readOf(shown), pending: open, carried, cursor })
    },
    /** Notes that a phone has taken a waiting write back. */
    discard(phone: number, write: Write): void {
      const known = accepted.get(write.name)
      if (!known) return
      known.fate = 'discarded'
      history.takeBack(phone, write)
    },
    /** Notes that the club has only these writes, of a backup. */
    restore(before: readonly string[], after: readonly string[]): void {
      history.restore()
      for (const name of before) {
        const known = after.includes(name) ? undefined : accepted.get(name)
        if (known) known.fate = 'lost with a backup'
      }
    },
    /** Compares what the club shows a user with all that it has done. */
    end(userId: string, shown: Shown, log: Moment['log']): void {
      history.done(log)
      history.end(userId, readOf(shown))
    },
  }
}

/** Whether two writes are the same but for their names and times. */
function isSame(one: Omit<Write, 'userId'>, other: Omit<Write, 'userId'>): boolean {
  const [a, b] = [one, other].map(({ call, params, body }) =>
    JSON.stringify({ call, params, body }),
  )
  return a === b
}
