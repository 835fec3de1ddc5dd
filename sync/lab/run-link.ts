import { LINES, type Line } from './lines.ts'
import { type LabAction, type LabStep, labActions, labFates } from './messages.ts'

/** Everything that decides what happens in the Lab. */
export type LabRun = {
  /** Of random ids and choices: 0 to 4,294,967,295. */
  seed: number
  /** The username of each phone. Two phones can have one user. */
  phones: readonly string[]
  /** Whether the club is too large for its phones, which then copy a part of it. */
  isLarge: boolean
  steps: readonly LabStep[]
}

/** The path of the Lab, to which the fragment of a run is added. */
const LAB_PATH = '/mock/lab'
/** The members of the club. */
export const LAB_USERS = ['mira', 'juno', 'tove']
/** Two of one member, whose edits conflict. */
const USUAL_PHONES = ['mira', 'mira', 'juno']
const MAX_PHONES = 4
const MAX_STEPS = 2_000
/** In characters. */
const MAX_TEXT = 500
/** Ten years, in ms. */
const MAX_TIME = 3.2e11

export const NEW_RUN: LabRun = { seed: 1, phones: USUAL_PHONES, isLarge: false, steps: [] }

/** A reason to show why a link cannot be opened. */
export class RunLinkError extends Error {}

/** The path and fragment that replay a run in the app. */
export function linkOf(run: LabRun): string {
  return `${LAB_PATH}#${encodeRun(run)}`
}

/** The fragment of a link: `seed=1&steps=0.post.0.0,0.sync`. Phones are only in it when they are not the usual ones. */
export function encodeRun({ seed, phones, isLarge, steps }: LabRun): string {
  const isUsual = phones.join() === USUAL_PHONES.join()
  return [
    `seed=${seed}`,
    ...(isUsual ? [] : [`phones=${phones.join()}`]),
    ...(isLarge ? ['club=large'] : []),
    ...(steps.length > 0 ? [`steps=${steps.map(encodeStep).join()}`] : []),
  ].join('&')
}

/** @throws RunLinkError when it is no run */
export function decodeRun(fragment: string): LabRun {
  const fields = new Map(fragment.split('&').map((field) => field.split('=') as [string, string]))
  const seed = fields.get('seed') ?? String(NEW_RUN.seed)
  if (!/^\d{1,10}$/.test(seed) || Number(seed) >= 2 ** 32)
    throw new RunLinkError('The seed of this link is not a number from 0 to 4,294,967,295.')
  const phones = fields.get('phones')?.split(',') ?? USUAL_PHONES
  if (phones.length > MAX_PHONES || !phones.every((name) => LAB_USERS.includes(name)))
    throw new RunLinkError(`A run has up to ${MAX_PHONES} phones, of ${LAB_USERS.join(', ')}.`)
  const steps = (fields.get('steps') ?? '').split(',').filter((step) => step !== '')
  if (steps.length > MAX_STEPS) throw new RunLinkError(`A run has up to ${MAX_STEPS} steps.`)
  return {
    seed: Number(seed),
    phones,
    isLarge: fields.get('club') === 'large',
    steps: steps.map((text, index) => {
      const step = decodeStep(text, phones.length)
      if (!step) throw new RunLinkError(`Step ${index + 1} of this link, “${text}”, is not one.`)
      return step
    }),
  }
}

function encodeStep(step: LabStep): string {
  switch (step.do) {
    case 'act': {
      const { on, action, post, comment, text } = step
      return [on, action, post, comment, ...(text === undefined ? [] : [encodeText(text)])].join(
        '.',
      )
    }
    case 'line':
      return [step.on, 'line', step.line, step.after, step.times].join('.')
    case 'fate':
      return `${step.on}.${step.fate}`
    case 'clock':
      return `${step.on}.clock.${step.ms}`
    case 'discard':
    case 'retry':
      return `${step.on}.${step.do}.${step.write}`
    case 'give':
      return `${step.on}.give.${step.to}`
    case 'wait':
      return `wait.${step.ms}`
    default:
      return 'on' in step ? `${step.on}.${step.do}` : step.do
  }
}

/** With `~` for `%`: routers and chats decode percent signs of an address. The dot separates the parts of a step. */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed().slice(0, MAX_TEXT))
    .replace(/[.~]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
    .replaceAll('%', '~')
}

function decodeStep(text: string, phones: number): LabStep | undefined {
  const [first = '', ...rest] = text.split('.')
  switch (first) {
    case 'settle':
    case 'restartClub':
    case 'backUpClub':
    case 'restoreClub':
      return { do: first }
    case 'wait': {
      const ms = readNumber(rest[0], MAX_TIME)
      return ms === undefined ? undefined : { do: 'wait', ms }
    }
  }
  const on = readNumber(first, phones - 1)
  return on === undefined ? undefined : decodePhoneStep(on, rest, phones)
}

function decodePhoneStep(
  on: number,
  [name = '', ...parts]: string[],
  phones: number,
): LabStep | undefined {
  const [one = 0, two = 0] = parts.map((part) => readNumber(part, MAX_STEPS))
  switch (name) {
    case 'sync':
    case 'begin':
    case 'restart':
    case 'logIn':
      return { do: name, on }
    case 'discard':
    case 'retry':
      return { do: name, on, write: one }
    case 'give': {
      const to = readNumber(parts[0], phones - 1)
      return to === undefined || to === on ? undefined : { do: 'give', on, to }
    }
    case 'clock': {
      const ms = readNumber(parts[0]?.replace(/^-/, ''), MAX_TIME)
      if (ms === undefined) return undefined
      return { do: 'clock', on, ms: parts[0]?.startsWith('-') ? -ms : ms }
    }
    case 'line': {
      const line = LINES.find((kind) => String(kind) === parts[0])
      const [, after = 0, times = 0] = parts.map((part) => readNumber(part, MAX_STEPS))
      return line && { do: 'line', on, line, after, times }
    }
  }
  const fate = labFates.find((known) => known === name)
  if (fate) return { do: 'fate', on, fate }
  if (!labActions.includes(name as LabAction)) return undefined
  const text = parts[2] === undefined ? undefined : decodeText(parts.slice(2).join('.'))
  return { do: 'act', on, action: name as LabAction, post: one, comment: two, text }
}

/** A whole number; `undefined` for anything else. */
function readNumber(text: string | undefined, max: number): number | undefined {
  return text && /^\d{1,12}$/.test(text) && Number(text) <= max ? Number(text) : undefined
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('~', '%')).slice(0, MAX_TEXT)
  } catch {
    // A tilde that a person has typed.
    return text
  }
}

/** The faults that a person can choose from, and those of the model test. */
export function lineOf(line: string | number): Line {
  return LINES.find((kind) => kind === line) ?? 'up'
}
