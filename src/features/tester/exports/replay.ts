import { REDACTED } from '../redact.ts'
import { passwords, type Recorded, type Step, toStep } from './recorded.ts'
import { variable } from './variables.ts'

/** The requests of a history as they can be repeated elsewhere, and those that cannot, with the reason. */
export type Replay = { steps: Step[]; leftOut: string[] }

/** The password of accounts that an export signs up. */
export const COPIED_PASSWORD = 'Copied#1'
/** In place of a password that was refused, and is not kept. */
const WRONG_PASSWORD = 'Not-it#1'

/** The `_id`s of rows that every back end has: those of the seed. */
const SEEDED = /^019a0000-/
const ID = /\b[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/g

/**
 * Makes steps of exchanges: secrets that the history does not keep become others with the same result, and ids that the
 * back end chose come from the earlier reply that has them.
 * @param exchanges the oldest first
 * @param viewer the user of the current session
 */
export function toReplay(exchanges: readonly Recorded[], viewer?: string): Replay {
  const replay: Replay = { steps: [], leftOut: [] }
  const sources = new Map<string, { step: Step; path: Path }>()
  const accounts = new Map<string, string>(passwords)
  let count = 0
  let tokenStep: Step | undefined

  /** The variable of a value in the reply of a step. */
  function keep(step: Step, path: Path): string {
    const known = step.keeps?.find((one) => one.path.join() === path.join())
    if (known) return variable(known.name)
    count += 1
    const name = `value${count}`
    step.keeps = [...(step.keeps ?? []), { name, path }]
    return variable(name)
  }
  const withIds = (text: string) =>
    text.replace(ID, (id) => {
      const source = sources.get(id)
      return source ? keep(source.step, source.path) : id
    })

  for (const exchange of exchanges) {
    const { request, answer, response } = exchange
    const step = toStep(exchange, viewer)
    const problem = resolveSecrets()
    if (problem) {
      replay.leftOut.push(`${request.method} ${request.endpoint}: ${problem}`)
      continue
    }
    step.url = withIds(step.url)
    step.data = mapTexts(step.data, withIds)
    replay.steps.push(step)
    if (!answer || answer.status >= 300) continue
    const { data } = Object(response) as { data?: unknown }
    for (const [id, path] of idsIn(data)) if (!sources.has(id)) sources.set(id, { step, path })
    if (/\/api\/auth\/(login|signup)$/.test(step.url)) tokenStep = step

    /** Replaces the secrets of the step. @returns why that is not possible */
    function resolveSecrets(): string | undefined {
      const isOk = !answer || answer.status < 300
      const body = Object(step.data) as { username?: unknown; password?: unknown }
      const username = String(body.username)
      if (/\/api\/auth\/login$/.test(step.url) && body.password === '') {
        const known = isOk ? accounts.get(username) : WRONG_PASSWORD
        if (!known) return 'the history does not keep its password'
        step.data = { ...body, password: known }
      }
      // One without a password is refused with 400.
      if (/\/api\/auth\/signup$/.test(step.url) && body.password === '' && answer?.status !== 400) {
        step.data = { ...body, password: COPIED_PASSWORD }
        if (isOk) accounts.set(username, COPIED_PASSWORD)
      }
      const hasToken = request.headers.some(
        ({ header, value }) =>
          header.trim().toLowerCase() === 'authorization' && value === REDACTED,
      )
      const { encodedToken } = Object(step.data) as { encodedToken?: unknown }
      if (!hasToken && encodedToken !== REDACTED) return fileProblem()
      if (!tokenStep) return 'the history does not keep its token'
      const token = keep(tokenStep, ['encodedToken'])
      if (hasToken) step.headers = { ...step.headers, authorization: token }
      if (encodedToken === REDACTED) step.data = { ...body, encodedToken: token }
      return undefined
    }
    function fileProblem(): string | undefined {
      const isUpload = request.method === 'POST' && /\/api\/uploads\/?$/.test(step.url)
      return isUpload && answer?.status === 201 ? 'the history does not keep its file' : undefined
    }
  }
  return replay
}

/** The keys and indices that lead to a value. */
type Path = readonly (string | number)[]

/** The ids in a reply, each where it comes first, except those of the seed. */
function idsIn(
  value: unknown,
  path: Path = [],
  found = new Map<string, Path>(),
): Map<string, Path> {
  if (typeof value === 'string') {
    const [id] = value.match(ID) ?? []
    if (id === value && !SEEDED.test(id) && !found.has(id)) found.set(id, path)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      idsIn(item, [...path, Array.isArray(value) ? Number(key) : key], found)
  }
  return found
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (typeof value !== 'object' || value === null) return value
  // Not by assignment: `__proto__` is a field like others.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]),
  )
}
