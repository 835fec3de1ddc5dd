import { isClub } from '../../../pwa/club.ts'
import type { Step } from '../exports/recorded.ts'
import { splitVariables, variable } from '../exports/variables.ts'
import type { Path } from '../json-editor/json-path.ts'
import { passwords } from '../passwords.ts'
import {
  type AnyMethod,
  type HeaderFields,
  METHODS,
  OTHER_METHODS,
  REFERENCE,
} from '../request/tester-request.ts'
import type { Check } from './checks.ts'
import { slugOf, uniqueName } from './names.ts'
import { mapStrings, referenceText } from './references.ts'
import { MAX_SAVED, type NewSaved } from './saved.ts'

/** What the formats of Bruno and Postman have in common: variables by name, set after a reply, and a base address. */

/** The variable for the address of the app. */
export const BASE = 'baseUrl'
/** Only pages reach the API of a device. Other programs use `npm run api`. */
export const baseUrl = () => (isClub ? location.origin : 'http://localhost:4180')

/** A request of a file, with the variables that its reply sets. */
export type Item = {
  name: string
  method: string
  url: string
  headers: HeaderFields[]
  /** Text; empty if there is none. */
  body: string
  checks: Check[]
  sets: { name: string; path: Path }[]
}

/** The result of reading a file: requests, and sentences about what it has that is left out. */
export type Imported = { requests: NewSaved[]; leftOut: string[] }

/** A reason to show why a file cannot be read. */
export class ImportError extends Error {}

/** The steps of an export as items, after the log-ins that they need. */
export function toItems(steps: readonly Step[]): Item[] {
  const users = [...new Set(steps.flatMap(({ user }) => user ?? []))]
  const tokens = new Map(users.map((user, index) => [user, `token${index + 1}`]))
  const logIns = users.flatMap((username): Step[] => {
    const password = passwords.get(username)
    const name = tokens.get(username) ?? ''
    const step: Step = {
      title: `Log in as ${username}`,
      method: 'POST',
      url: `${location.origin}/api/auth/login`,
      headers: { 'content-type': 'application/json' },
      data: { username, password },
      status: 200,
      keeps: [{ name, path: ['encodedToken'] }],
    }
    return password ? [step] : []
  })
  const taken: string[] = []
  return [...logIns, ...steps].map((step) => {
    const name = uniqueName(step.title ?? step.method, taken)
    taken.push(name)
    return toItem(name, step, step.user && tokens.get(step.user))
  })
}

function toItem(name: string, step: Step, token?: string): Item {
  const { method, url, data, status, checks = [], keeps = [] } = step
  const headers = { ...step.headers, ...(token && { authorization: variable(token) }) }
  const isOwn = url.startsWith(`${location.origin}/`)
  return {
    name,
    method,
    url: withBraces(isOwn ? `{{${BASE}}}${url.slice(location.origin.length)}` : url),
    headers: Object.entries(headers).map(([header, value]) => ({
      isUsed: true,
      header,
      value: withBraces(value),
    })),
    body: data === undefined ? '' : withBraces(JSON.stringify(data, null, 2)),
    checks: status ? [{ path: ['status'], kind: 'equals', value: status }, ...checks] : [...checks],
    sets: keeps,
  }
}

/** Variables in braces, as both programs write them. */
const withBraces = (text: string) =>
  splitVariables(text)
    .map((part) => (part.name ? `{{${part.name}}}` : part.text))
    .join('')

/**
 * Makes saved requests of items: their variables become references to the request that sets them, or the fixed value of
 * the file.
 */
export function fromItems(items: readonly Item[], fixed: Record<string, string> = {}): Imported {
  const leftOut: string[] = []
  const values = new Map(Object.entries(fixed))
  const sources = new Map<string, { name: string; path: Path }>()
  const requests: NewSaved[] = []
  for (const item of items) {
    const name = uniqueName(
      item.name,
      requests.map((one) => one.name),
    )
    const method = [...METHODS, ...OTHER_METHODS].find((one) => one === item.method.toUpperCase())
    if (!method) {
      leftOut.push(`${name}: the method ${item.method}`)
      continue
    }
    for (const { name: set, path } of item.sets) {
      sources.set(set, { name: slugOf(name), path })
    }
    requests.push({ name, request: toRequest(name, { ...item, method }), checks: item.checks })
  }
  if (requests.length === 0) throw new ImportError('This file has no requests that can be kept.')
  if (requests.length > MAX_SAVED)
    throw new ImportError(
      `This file has ${requests.length} requests; at most ${MAX_SAVED} can be kept.`,
    )
  return { requests: requests.map(withSources), leftOut }

  function toRequest(name: string, item: Item & { method: AnyMethod }): NewSaved['request'] {
    const { method, url, headers, body } = item
    const json = toJson(body)
    if (json === undefined) leftOut.push(`${name}: a body that is no JSON`)
    const endpoint = withFixed(url)
    return { method, endpoint, headers, body: json ?? '{}', auth: 'none' }
  }
  /** Requests to the app itself are those of this page. */
  function withFixed(url: string): string {
    const own = [baseUrl(), location.origin, '']
    const replaced = url.replace(REFERENCE, (found) => {
      const name = found.slice(2, -2).trim()
      const value = values.get(name) ?? (name === BASE ? '' : undefined)
      return value === undefined ? found : own.includes(value) ? '' : value
    })
    return replaced.startsWith(`${baseUrl()}/`) ? replaced.slice(baseUrl().length) : replaced
  }
  function withSources(one: NewSaved): NewSaved {
    const inText = (text: string) =>
      text.replace(REFERENCE, (found) => {
        const name = found.slice(2, -2).trim()
        const source = sources.get(name)
        return source ? referenceText(source) : (values.get(name) ?? found)
      })
    const { endpoint, headers, body } = one.request
    const request = {
      ...one.request,
      endpoint: inText(endpoint),
      headers: headers.map((row) => ({ ...row, value: inText(row.value) })),
      body: JSON.stringify(mapStrings(JSON.parse(body), inText), null, 2),
    }
    return { ...one, request }
  }
}

/** JSON text; variables outside of quotation marks get some. Undefined for other texts. */
function toJson(body: string): string | undefined {
  if (body.trim() === '') return '{}'
  for (const text of [
    body,
    body.replace(/(?<!")\{\{[^{}]*\}\}(?!")/g, (found) => JSON.stringify(found)),
  ]) {
    try {
      JSON.parse(text)
      return text
    } catch {
      // The next one.
    }
  }
  return undefined
}
