import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { CHANGES_PATH } from '../../src/contract/changes.ts'
import { DEVICES_PATH } from '../../src/contract/devices.ts'
import { placeOf } from '../club/write-log.ts'
import { type SyncProblem, wordsOf } from '../messages.ts'
import type { SentWrite, SyncReply, SyncRequest } from '../protocol.ts'
import type { LabStep } from './messages.ts'

type Write = { call: CallName; body: unknown }

/** A write, such as `Like a post` or `Post “Hello”`. */
export function describeWrite({ call, body }: Write): string {
  const { content } = Object(body) as { content?: string }
  const { change = '' }: Call = calls[call]
  const text = content === undefined ? '' : ` “${shortened(content)}”`
  return wordsOf(change, { post: 'a post', user: 'a user', text })
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

/** The writes in a request to the club. */
export function writesIn(url: string, init?: RequestInit): readonly SentWrite[] {
  return isSync(url) ? readRequest(init).writes : []
}

function readRequest(init?: RequestInit): SyncRequest {
  return JSON.parse(String(init?.body))
}

/** A request of a phone on its way to the club. */
export function describeRequest(url: string, init?: RequestInit): string {
  if (url.endsWith(DEVICES_PATH)) return 'Register the key with which I sign.'
  if (!isSync(url)) return 'Send me a copy of your posts.'
  const { writes, since } = readRequest(init)
  const changes = `Send me all changes since ${shortCursor(since)}.`
  if (writes.length === 0) return changes
  const list = writes
    .map((write) => `${describeWrite(write)}${write.proof ? ' (by courier)' : ''}`)
    .join(', ')
  return `${count(writes.length, 'write')}: ${list}. ${changes}`
}

/** The reply of the club on its way to the phone. */
export async function describeReply(url: string, response: Response): Promise<string> {
  if (!response.ok) return `Status ${response.status}.`
  if (url.endsWith(DEVICES_PATH)) return 'Registered.'
  if (!isSync(url)) return 'The copy.'
  const { outcomes, changes }: SyncReply = await response.clone().json()
  const refused = outcomes.filter(({ status }) => status >= 400)
  const done = outcomes.length - refused.length
  return [
    ...(done > 0 ? [`${count(done, 'write')} done.`] : []),
    ...refused.map(({ error, status }) => `Refused: ${error?.trim() ?? status}.`),
    changes
      ? `${count(changes.entries.length, 'entry', 'entries')}, up to ${shortCursor(changes.cursor)}.`
      : 'I do not know this cursor: copy everything again.',
  ].join(' ')
}

function isSync(url: string): boolean {
  return url.endsWith(CHANGES_PATH)
}

/** A cursor without the id of its entry. */
export function shortCursor(cursor: string): string {
  return cursor === '' ? 'the beginning' : `number ${placeOf(cursor).n}`
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

const ACTIONS: Record<Extract<LabStep, { do: 'act' }>['action'], string> = {
  post: 'posts',
  edit: 'edits post',
  delete: 'deletes post',
  like: 'likes post',
  dislike: 'takes the like of post back:',
  bookmark: 'bookmarks post',
  unbookmark: 'removes the bookmark of post',
  report: 'reports post',
  comment: 'comments on post',
  mention: 'mentions everybody at post',
  editComment: 'edits a comment on post',
  deleteComment: 'deletes a comment on post',
  upvote: 'up-votes a comment on post',
  downvote: 'down-votes a comment on post',
  follow: 'follows user',
  unfollow: 'unfollows user',
  mute: 'mutes user',
  unmute: 'unmutes user',
  bio: 'changes the profile',
  seen: 'sees the notifications',
}
const WITHOUT_NUMBER = ['post', 'bio', 'seen']

const FATES = {
  deliver: 'the message arrives',
  lose: 'the message is lost',
  twice: 'the message arrives twice',
}
const LINE_NAMES: Record<string, string> = {
  up: 'works',
  down: 'has no network',
  losesRequests: 'loses requests',
  losesReplies: 'loses replies',
  sendsTwice: 'delivers requests twice',
  html: 'has a log-in page in between',
}

/** A step as a sentence. @param phones the username of each phone */
export function describeStep(step: LabStep, phones: readonly string[]): string {
  switch (step.do) {
    case 'wait':
      return `Time passes: ${duration(step.ms)}`
    case 'settle':
      return 'All lines work, and everybody synchronizes until nothing changes'
    case 'restartClub':
      return 'The club restarts'
    case 'backUpClub':
      return 'The club is backed up'
    case 'restoreClub':
      return 'The club is restored from the backup'
  }
  const name = titleOf(phones, step.on)
  switch (step.do) {
    case 'act': {
      const number = WITHOUT_NUMBER.includes(step.action) ? '' : ` ${step.post + 1}`
      return `${name}: ${ACTIONS[step.action]}${number}${step.text ? `: “${shortened(step.text)}”` : ''}`
    }
    case 'line': {
      const line = `${name}: the line ${LINE_NAMES[step.line] ?? `fails: ${step.line}`}`
      const times = step.times === 0 ? '' : `, ${count(step.times, 'time')}`
      return `${line}${times}${step.after > 0 ? `, after ${count(step.after, 'request')}` : ''}`
    }
    case 'sync':
      return `${name} synchronizes`
    case 'begin':
      return `${name} begins to synchronize`
    case 'fate':
      return `${name}: ${FATES[step.fate]}`
    case 'clock':
      return step.ms === 0
        ? `${name}: the clock is right`
        : `${name}: the clock is ${duration(Math.abs(step.ms))} ${step.ms > 0 ? 'ahead' : 'behind'}`
    case 'restart':
      return `${name}: the worker stops and starts again`
    case 'logIn':
      return `${name}: logs in again`
    case 'give':
      return `${name} hands its pending writes over to ${titleOf(phones, step.to)}`
    case 'discard':
      return `${name}: discards pending write ${step.write + 1}`
    case 'retry':
      return `${name}: tries pending write ${step.write + 1} again`
  }
}

const KINDS = ['phone', 'tablet', 'laptop', 'watch']

/** The name of a phone: the second one of a member is a tablet. */
export function titleOf(phones: readonly string[], on: number): string {
  const username = phones[on] ?? ''
  const before = phones.slice(0, on).filter((name) => name === username).length
  return `${titled(username)}’s ${KINDS[before]}`
}

export function titled(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

function duration(ms: number): string {
  const units: [string, number][] = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ]
  const [unit, size] = units.find(([, size]) => ms >= size && ms % size === 0) ?? ['ms', 1]
  return unit === 'ms' ? `${ms} ms` : count(ms / size, unit)
}

export const PROBLEMS: Record<SyncProblem, string> = {
  offline: 'The phone has no network.',
  noReply: 'No reply came.',
  intercepted: 'Something between the phone and the club answered in its place.',
  tooLarge: 'A server on the way refused the length.',
  busy: 'The club asks for patience.',
  version: 'The club has another version of the data.',
  device: 'The phone failed.',
}
