import { LINES } from './lines.ts'
import { type LabStep, labActions, labFates } from './messages.ts'

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

/** What stands after the name of a step, besides the phone that it is on. An action has its number and text instead, and a fate its name. */
const CLUB_STEPS = {
  ...{ wait: ['ms'], settle: [], restartClub: [], backUpClub: [], restoreClub: [] },
} as const
const PHONE_STEPS = {
  ...{ sync: [], begin: [], restart: [], logIn: [], discard: ['write'], retry: ['write'] },
  ...{ give: ['to'], clock: ['ms'], line: ['line', 'after', 'times'] },
} as const
const FIELDS: Record<string, readonly string[]> = { ...CLUB_STEPS, ...PHONE_STEPS }

function encodeStep(step: LabStep): string {
  const on = 'on' in step ? [step.on] : []
  if (step.do === 'fate') return [...on, step.fate].join('.')
  if (step.do !== 'act') {
    const given: Record<string, unknown> = step
    return [...on, step.do, ...(FIELDS[step.do] ?? []).map((field) => given[field])].join('.')
  }
  const { action, post, comment, text } = step
  return [...on, action, post, comment, ...(text === undefined ? [] : [encodeText(text)])].join('.')
}

/** With `~` for `%`: routers and chats decode percent signs of an address. The dot separates the parts of a step. */
function encodeText(text: string): string {
  return encodeURIComponent(text.toWellFormed().slice(0, MAX_TEXT))
    .replace(/[.~]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
    .replaceAll('%', '~')
}

function decodeStep(encoded: string, phones: number): LabStep | undefined {
  const [first = '', ...rest] = encoded.split('.')
  if (first in CLUB_STEPS) return decodeFields({ do: first }, rest, phones)
  const on = readNumber(first, phones - 1)
  const [name = '', ...parts] = rest
  if (on === undefined) return undefined
  if (name in PHONE_STEPS) return decodeFields({ do: name, on }, parts, phones)
  const fate = labFates.find((known) => known === name)
  if (fate) return { do: 'fate', on, fate }
  const action = labActions.find((known) => known === name)
  const [post = 0, comment = 0] = parts.map((part) => readNumber(part, MAX_STEPS))
  const text = parts[2] === undefined ? undefined : decodeText(parts.slice(2).join('.'))
  return action && { do: 'act', on, action, post, comment, text }
}

function decodeFields(
  step: { do: string; on?: number },
  parts: readonly (string | undefined)[],
  phones: number,
): LabStep | undefined {
  const fields = (FIELDS[step.do] ?? []).map((field, index): [string, unknown] => {
    const part = parts[index] ?? ''
    if (field === 'line') return [field, LINES.find((kind) => String(kind) === part)]
    if (field === 'to')
      return [field, part === String(step.on) ? undefined : readNumber(part, phones - 1)]
    if (field !== 'ms') return [field, readNumber(part, MAX_STEPS) ?? 0]
    const isBehind = step.do === 'clock' && part.startsWith('-')
    const ms = readNumber(isBehind ? part.slice(1) : part, MAX_TIME)
    return [field, ms && isBehind ? -ms : ms]
  })
  if (fields.some(([, value]) => value === undefined)) return undefined
  return { ...step, ...Object.fromEntries(fields) } as LabStep
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
