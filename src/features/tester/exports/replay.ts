import { passwordFinder } from '../passwords.ts'
import { REDACTED } from '../redact.ts'
import { REFERENCE } from '../request/tester-request.ts'
import { statusCheck } from '../saved/checks.ts'
import { slugOf } from '../saved/names.ts'
import { mapStrings, parseReference, type Reference, referenceText } from '../saved/references.ts'
import { type Recorded, type Step, toStep } from './recorded.ts'
import { variable } from './variables.ts'

/** The requests of a history as they can be repeated elsewhere, and those that cannot, with the reason. */
export type Replay = { steps: Step[]; leftOut: string[] }

/** The `_id`s of rows that every back end has: those of the seed. */
const SEEDED = /^019a0000-/
const ID = /\b[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/g

/** Names a request that an export leaves out, and the reason. */
export const leftOutText = ({ name, request }: Recorded, problem: string) =>
  `${name ?? request.method} ${request.endpoint}: ${problem}`

/**
 * Makes steps of exchanges: secrets that the history does not keep become others with the same result, and ids that the
 * back end chose come from the earlier reply that has them.
 * @param exchanges the oldest first
 * @param viewer the user of the current session
 */
export function toReplay(exchanges: readonly Recorded[], viewer?: string): Replay {
  const replay: Replay = { steps: [], leftOut: [] }
  const sources = new Map<string, { step: Step; path: Path }>()
  const named = new Map<string, Step>()
  const passwordOf = passwordFinder()
  let count = 0
  let tokenStep: Step | undefined

  /** The variable of a value in the reply of a step. */
  function keep(step: Step, path: Path, ownName?: string): string {
    const known = step.keeps?.find((one) => one.path.join() === path.join())
    if (known) return variable(known.name)
    if (!ownName) count += 1
    const name = ownName ?? `value${count}`
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
    const references: Reference[] = []
    // Requests of the history have the values themselves.
    const step = toStep(exchange.name ? { ...exchange, request: withMarks() } : exchange, viewer)
    if (exchange.name) nameStep(exchange.name)
    const problem = resolveSecrets() ?? (exchange.name && resolveReferences())
    if (problem) {
      replay.leftOut.push(leftOutText(exchange, problem))
      continue
    }
    step.url = withIds(step.url)
    step.data = mapStrings(step.data, withIds)
    replay.steps.push(step)
    if (exchange.name) named.set(slugOf(exchange.name), step)
    if (step.status && step.status >= 300) continue
    if (/\/api\/auth\/(login|signup)$/.test(step.url)) tokenStep = step
    if (!answer || answer.status >= 300) continue
    const { data } = Object(response) as { data?: unknown }
    for (const [id, path] of idsIn(data)) if (!sources.has(id)) sources.set(id, { step, path })

    /** An address keeps no braces. */
    function withMarks() {
      const endpoint = request.endpoint.replace(REFERENCE, (found) => {
        const reference = parseReference(found.slice(2, -2))
        return reference ? `${MARK}${references.push(reference) - 1}${MARK}` : found
      })
      return { ...request, endpoint }
    }
    /** The status and the checks of a saved request: they do not depend on its latest run. */
    function nameStep(title: string) {
      const status = statusCheck(exchange.checks ?? [])
      step.title = title
      step.status = status && Number(status.value)
      step.checks = exchange.checks?.filter((check) => check !== status) ?? []
    }
    /** Replaces references by variables. @returns why that is not possible */
    function resolveReferences(): string | undefined {
      let missing: string | undefined
      const resolve = (reference: Reference) => {
        const source = named.get(reference.name)
        if (source) return keep(source, reference.path, variableName(reference))
        missing = `no earlier request has the value of ${referenceText(reference)}`
        return ''
      }
      const inText = (text: string) =>
        text.replace(REFERENCE, (found) => {
          const reference = parseReference(found.slice(2, -2))
          return reference ? resolve(reference) : found
        })
      step.url = step.url.replace(MARKED, (found, index) => {
        const reference = references[Number(index)]
        return reference ? resolve(reference) : found
      })
      const headers = Object.entries(step.headers).map(([name, value]) => [name, inText(value)])
      step.headers = Object.fromEntries(headers)
      step.data = mapStrings(step.data, inText)
      return missing
    }
    /** Replaces the secrets of the step. @returns why that is not possible */
    function resolveSecrets(): string | undefined {
      const body = Object(step.data) as { password?: unknown }
      const password = passwordOf(step.url, body, step.status)
      if (body.password === '') {
        if (password === undefined) return 'the history does not keep its password'
        step.data = { ...body, password }
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
      return isUpload && step.status === 201 ? 'the history does not keep its file' : undefined
    }
  }
  return replay
}

const MARK = '-gearheads-reference-'
const MARKED = new RegExp(`${MARK}(\\d+)${MARK}`, 'g')

/** A name that no other variable of an export has: `post_posts_0__id`. */
function variableName({ name, path }: Reference): string {
  const words = [name, ...(path.length > 0 ? path : ['body'])].join('_').replace(/\W/g, '_')
  return /^\d/.test(words) ? `_${words}` : words
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
