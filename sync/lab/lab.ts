import { emptyDataSet } from '../../mocks/seed/data-set.ts'
import { timeOf } from '../../mocks/store/ids.ts'
import { placeOf } from '../club/write-log.ts'
import { type StoredWrite, saveToken } from '../device/unsent.ts'
import { act } from './act.ts'
import { type CheckedWorld, checkInvariants, differingKeys, namesIn, wholeness } from './check.ts'
import {
  count,
  describeStep,
  describeWrite,
  PROBLEMS,
  shortCursor,
  titled,
  titleOf,
} from './describe.ts'
import { localClub } from './devices.ts'
import { LAB_START, newHost, startLabTime } from './lab-time.ts'
import type { LabPhone, LabState, LabStep } from './messages.ts'
import { Phone } from './phone.ts'
import { startRecorder } from './recorder.ts'
import { comparePosts, readShown } from './rows.ts'
import { encodeRun, LAB_USERS, type LabRun } from './run-link.ts'

/** Of a club that is too large for its phones. */
const SMALL_PARTS = { posts: 3, comments: 1, users: 1 }
const SMALL_REPLICA = { posts: 3, users: 2 }

/** The rounds in which a club and its phones must come to rest. */
const MAX_ROUNDS = 6

export type Lab = Awaited<ReturnType<typeof openLab>>

/**
 * A club and phones in this thread, whose clock it replaces until `end`. The same run has the same result, in any place.
 * @param run its steps are not played: see {@link Lab.play}
 */
export async function openLab({ seed, phones: usernames, isLarge }: Omit<LabRun, 'steps'>) {
  const time = startLabTime(seed)
  const clubHost = newHost()
  const atClub = <Result>(work: () => Promise<Result>) => time.as(clubHost, work)
  time.beginStep(-1)
  const club = await atClub(() => localClub({}, emptyDataSet(), isLarge ? SMALL_PARTS : undefined))
  const members = new Map<string, string>()
  for (const username of LAB_USERS) {
    const { user } = await atClub(() => club.addMember(username))
    members.set(username, user._id)
    // The rows of one millisecond have ids in a random order.
    time.pass(1)
  }
  const phones: Phone[] = []
  for (const [index, username] of usernames.entries()) {
    const userId = members.get(username) ?? ''
    const user = { userId, username, title: titleOf(usernames, index) }
    const phone = new Phone({ club, clubHost, time }, user, isLarge ? SMALL_REPLICA : undefined)
    // Each has a session of its own, and so a key.
    phone.token = await atClub(() => club.logIn({ _id: userId }))
    await phone.on(() => phone.device.logIn(phone.token))
    phones.push(phone)
  }
  // From here on, each knows the keys of all.
  for (const phone of phones) await phone.sync()

  const steps: LabStep[] = []
  const results: string[] = []
  const halves = new Set<string>()
  const recorder = startRecorder(phones, isLarge)
  const { accepted } = recorder
  let restore = club.backup()
  for (const [index, phone] of phones.entries()) phone.beforeRequest = () => noteRead(phone, index)

  /** Notes what the page of a phone shows, between the requests of a sync too. */
  async function noteRead(phone: Phone, index: number): Promise<void> {
    const { device, userId, sent } = phone
    const [{ carried, replica }, shown] = [
      await device.readStatus(),
      await phone.on(() => readShown(device.database, userId)),
    ]
    const [pending, log] = [await device.pending(), club.log()]
    recorder.note(index, { shown, pending, sent, carried, cursor: replica?.cursor, log })
  }

  async function changePending(
    phone: Phone,
    { do: change, write: number }: Extract<LabStep, { do: 'discard' | 'retry' }>,
  ): Promise<string> {
    const write = (await phone.device.pending())[number]
    if (!write) return 'There is no such write.'
    // One that may have arrived could still be done by the club.
    if (change === 'discard' && write.sentAt !== undefined && !write.error)
      return write.handedOver
        ? 'It was handed over, and may arrive.'
        : 'It was sent, and may have arrived.'
    if (change === 'retry' && !write.error) return 'It was not refused.'
    await phone.on(() => phone.device[change](write.name))
    if (change === 'discard') recorder.discard(phones.indexOf(phone), write)
    return ''
  }

  async function give(giver: Phone, taker: Phone): Promise<string> {
    const result = await handOver(giver, taker)
    for (const { name, handedOver } of await giver.device.pending()) {
      const known = handedOver && accepted.get(name)
      if (known) known.isHandedOver = true
    }
    return result
  }

  async function restoreClub(): Promise<void> {
    const before = namesIn(club)
    await atClub(restore)
    recorder.restore(before, namesIn(club))
  }

  async function settle(): Promise<string> {
    for (const { line } of phones) {
      // A fault that is to happen once still happens.
      if (line.faults === Number.POSITIVE_INFINITY) line.kind = 'up'
    }
    const wait = Math.max(0, (await lastHandedOver()) - time.now())
    if (wait > 0) time.pass(wait)
    for (let round = 1; round <= MAX_ROUNDS; round++) {
      const before = club.log().length
      for (const phone of phones) await phone.sync()
      // A later phone of a round may have sent what an earlier one does not have.
      if (club.log().length === before && (await isAtRest()))
        return `At rest after ${round === 1 ? '1 round' : `${round} rounds`}${wait > 0 ? ', when a write from the future had its time' : ''}.`
    }
    return 'Not at rest.'
  }

  /** The time of the newest write that was handed over: by a clock that was ahead, it lies in the future, and keeps its name. */
  async function lastHandedOver(): Promise<number> {
    const pending = await Promise.all(phones.map(({ device }) => device.pending()))
    const times = pending.flat().map(({ name, handedOver }) => (handedOver && timeOf(name)) ?? 0)
    return Math.max(0, ...times)
  }

  async function isAtRest(): Promise<boolean> {
    for (const phone of phones) {
      if (phone.problem || (await isWaiting(phone))) return false
      if (differingKeys({ club, isLarge }, phone).length > 0) return false
    }
    return true
  }

  async function isWaiting({ device }: Phone): Promise<boolean> {
    const { pending, carried, needLogIn } = await device.readStatus()
    if (carried.length > 0) return true
    return pending.some(({ error, userId }) => error === undefined && !needLogIn.includes(userId))
  }

  async function doStep(step: LabStep, number: number): Promise<string> {
    switch (step.do) {
      case 'wait':
        time.pass(step.ms)
        return ''
      case 'settle':
        return settle()
      case 'restartClub':
        await atClub(() => club.restart())
        return ''
      case 'backUpClub':
        restore = club.backup()
        return ''
      case 'restoreClub':
        await restoreClub()
        return ''
    }
    const phone = phones[step.on]
    if (!phone) return 'There is no such phone.'
    switch (step.do) {
      case 'act': {
        const text = step.text ?? `${titled(phone.username)} ${number + 1}`
        const error = await phone.on(async () => {
          const reply = await act(phone.device, phone.token, { ...step, text }, LAB_USERS)
          if (!phone.message) await phone.device.settled()
          return reply
        })
        return error ? `Refused here: ${error.trim()}` : 'Done here.'
      }
      case 'line':
        phone.setLine(step.line, step.after, step.times)
        return ''
      case 'sync':
        await phone.sync()
        break
      case 'begin':
        await phone.begin()
        break
      case 'fate':
        if (!phone.message) return 'No message is on its way.'
        await phone.meet(step.fate)
        break
      case 'clock':
        phone.host.ahead = step.ms
        return ''
      case 'restart':
        await phone.finish('lose')
        phone.device.restart()
        return ''
      case 'logIn': {
        const token = await atClub(() => club.logIn({ _id: phone.userId }))
        phone.token = token
        // As the reply to a log-in does. Members of the Lab have no passwords.
        await phone.device.database.write(async (tx) => saveToken(tx, phone.userId, token))
        return ''
      }
      case 'give': {
        const taker = phones[step.to]
        if (!taker || taker === phone) return 'There is no such phone.'
        return give(phone, taker)
      }
      case 'discard':
      case 'retry':
        return changePending(phone, step)
    }
    if (phone.message) return `On its way: ${phone.message.text}`
    return phone.problem ? PROBLEMS[phone.problem] : 'Done.'
  }

  const world: CheckedWorld = {
    club,
    phones,
    accepted,
    halves,
    history: recorder.failures,
    isLarge,
    usernames: LAB_USERS,
  }

  async function phoneState(phone: Phone, index: number): Promise<LabPhone> {
    const { device, userId, username, title, line, host, message, problem } = phone
    const [status, here, there] = [
      await device.readStatus(),
      await phone.on(() => readShown(device.database, userId)),
      await atClub(() => readShown(club.database, userId)),
    ]
    const stored = await device.pending()
    const { cursor = '' } = status.replica ?? {}
    const last = steps.at(-1)
    return {
      title,
      username,
      line: line.kind,
      ahead: host.ahead,
      now: time.now() + host.ahead,
      cursor: shortCursor(cursor),
      writesRead: club
        .log()
        .filter(({ n, name = '' }) => accepted.has(name) && n <= placeOf(cursor).n).length,
      posts: comparePosts(here, there, userId),
      pending: stored.map((write) => ({
        name: write.name,
        text: describeWrite(write),
        state: stateOf(write, status.needLogIn),
        error: write.error?.trim(),
      })),
      carried: status.carried.map((write) => ({
        name: write.name,
        text: describeWrite(write),
        author: titled(write.username),
      })),
      given: last?.do === 'give' && last.on === index ? results.at(-1) : undefined,
      message: message && { from: message.from, text: message.text },
      problem: problem && PROBLEMS[problem],
      differences: differingKeys({ club, isLarge }, phone).length,
    }
  }

  return {
    /** Plays a step. It never fails: its result says in words what has happened. */
    async play(step: LabStep): Promise<void> {
      const number = steps.length
      time.beginStep(number)
      // Two steps never happen at the same time.
      time.pass(1_000)
      const result = await doStep(step, number)
      for (const [index, phone] of phones.entries()) {
        if ('on' in step && step.on !== index && !('to' in step && step.to === index)) continue
        await noteRead(phone, index)
        for (const half of wholeness(phone.device.contents())) halves.add(half)
      }
      steps.push(step)
      results.push(result)
    },
    /** Evaluates the invariants. The state stays. */
    async check(withReplies = true) {
      for (const userId of members.values()) {
        const shown = await atClub(() => readShown(club.database, userId))
        recorder.end(userId, shown, club.log())
      }
      return checkInvariants(world, withReplies)
    },
    /** Takes back the writes that were refused, so that nothing is pending. */
    async discardRefused(): Promise<void> {
      for (const [index, phone] of phones.entries()) {
        for (const write of await phone.device.pending()) {
          await phone.on(() => phone.device.discard(write.name))
          recorder.discard(index, write)
        }
      }
    },
    async state(): Promise<LabState> {
      const states: LabPhone[] = []
      for (const [index, phone] of phones.entries()) states.push(await phoneState(phone, index))
      const shown = await atClub(() => readShown(club.database, ''))
      const log = club.log().toReversed()
      return {
        seed,
        fragment: encodeRun({ seed, phones: usernames, isLarge, steps }),
        now: time.now(),
        elapsed: time.now() - LAB_START,
        phones: states,
        club: {
          posts: comparePosts(shown, shown, ''),
          log: log.flatMap(({ n, name }) => {
            const known = name === undefined ? undefined : accepted.get(name)
            if (!known) return []
            return { id: String(n), text: `${phones[known.phone]?.title}: ${known.text}` }
          }),
        },
        steps: steps.map((step, index) => ({
          text: describeStep(step, usernames),
          result: results[index] ?? '',
        })),
        isQuiet: (await isAtRest()) && phones.every(({ message }) => !message),
      }
    },
    end: () => time.end(),
  }
}

const NOT_SIGNED =
  'Refused: the club does not know the key of this phone yet. A phone registers it when it synchronizes.'

/**
 * Hands the waiting writes of a phone over to another one, which needs no line.
 * @returns the result in words
 */
async function handOver(giver: Phone, taker: Phone): Promise<string> {
  const given = await giver.on(() => giver.device.give(giver.userId))
  if ('problem' in given)
    return ['nothing', 'notGivable'].includes(given.problem)
      ? 'There is nothing to hand over.'
      : NOT_SIGNED
  const taken = await taker.on(() => taker.device.take(given.bytes))
  if ('problem' in taken) return `Refused: ${taker.title} has no copy of this club.`
  const { added, known, refused, full } = taken
  return [
    added > 0 && `${count(added, 'write')} handed over.`,
    known > 0 && `${count(known, 'write')} known there.`,
    refused > 0 &&
      `${count(refused, 'write')} refused, because ${taker.title} does not know the key of the author yet, or the time of the write is too long ago or still to come.`,
    full > 0 && `${count(full, 'write')} refused, because there is no room.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function stateOf(
  { error, sentAt, userId, handedOver }: StoredWrite,
  needLogIn: readonly string[],
): LabPhone['pending'][number]['state'] {
  if (error !== undefined) return 'refused'
  if (needLogIn.includes(userId)) return 'waits for a log-in'
  if (handedOver) return handedOver.to ? `with ${titled(handedOver.to)}’s phone` : 'handed over'
  return sentAt === undefined ? 'never sent' : 'sent, without a reply'
}
