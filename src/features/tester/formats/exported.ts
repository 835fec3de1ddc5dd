import { newUuid } from '../../../client/uuid.ts'
import { COPIED_PASSWORD, isAccountCall, passwordFinder, passwords } from '../passwords.ts'
import { REDACTED } from '../redact.ts'
import { authorizationFor, isOwnApi } from '../request/address.ts'
import {
  bodyOf,
  DEFAULT_REQUEST,
  headersOf,
  isHeader,
  parses,
  REFERENCE,
  type RequestModel,
  usernameOf,
} from '../request/request-model.ts'
import type { Exchange } from '../response/exchange.ts'
import { type Check, statusCheck } from '../saved/checks.ts'
import { slugOf, uniqueName } from '../saved/names.ts'
import { mapStrings, parseReference, referenceText, withTexts } from '../saved/references.ts'
import { header, SESSION } from './reading.ts'

/** A request to write: of the history, with its reply, or a saved one, with its name and checks (R14.26). */
export type Recorded = Partial<Omit<Exchange, 'request'>> & {
  request: RequestModel
  name?: string
  checks?: readonly Check[]
}

export type Context = {
  /** The username of the user of the current session. */
  viewer?: string
  /** The values of variables that are no secrets, by name. */
  values?: ReadonlyMap<string, string>
}

/** The text of a file, and the requests that it leaves out, each with the reason. */
export type Export = { text: string; leftOut: string[] }

/**
 * A request that other programs can repeat: it has a password, and refers to the reply of a log-in in place of a chosen
 * authorization. Requests of the history refer to earlier replies too, as saved ones do.
 */
export type Item = {
  name: string
  request: RequestModel
  checks: readonly Check[]
  /** As messages name it. */
  title: string
  /** Why it cannot be repeated. */
  problem?: string
  /** The reference in its header that no request of the list gives: the token of a user without a public password. */
  ownToken?: { reference: string; user: string }
}

/** Nobody can type it. It keeps braces of the history apart, which were sent as they are. */
const MARK = newUuid()
const withMarks = (text: string) => text.replace(/\{(?=\{)/g, `{${MARK}`)
export const withoutMarks = (text: string) => text.replaceAll(MARK, '')

/**
 * Makes requests that other programs can repeat (R14.20).
 * @param recorded the oldest first
 * @param signsUp whether users without a public password sign up first
 */
export function toItems(
  recorded: readonly Recorded[],
  { viewer }: Context,
  signsUp = false,
): Item[] {
  // A typed reference is never one to a log-in that is added: its token could go to another host.
  const names = recorded.flatMap(({ name, request }) => (name ? [name, ...namesIn(request)] : []))
  const passwordOf = passwordFinder()
  const logIns = new Map<string, Item>()
  /** References to values that the back end chose, by value. */
  const ids = new Map<string, string>()
  let token: string | undefined

  const items = recorded.map((one): Item => {
    const { answer, response } = one
    const name = one.name ?? newName('Reply')
    const checks = one.checks ?? (answer ? [expectStatus(answer.status)] : [])
    const status = Number(statusCheck(checks)?.value ?? 0) || undefined
    const withIds = (text: string) => withMarks(text).replace(ID, (id) => ids.get(id) ?? id)
    const sent = one.name ? one.request : asSent(one.request, withIds)
    const { endpoint } = sent
    // It is of this API only (R14.34).
    const lastToken = isOwnApi(endpoint) ? token : undefined
    const body = Object(bodyOf(sent)) as { password?: unknown; encodedToken?: unknown }
    const password = passwordOf(endpoint, body, status)
    const isRedacted = (row: { header: string; isUsed: boolean; value: string }) =>
      isHeader(row, 'authorization') && row.value === REDACTED
    const needsToken = sent.headers.some(isRedacted) || body.encodedToken === REDACTED
    const isUpload = sent.method === 'POST' && /\/api\/uploads\/?$/.test(endpoint)
    const problem =
      body.password === '' && password === undefined
        ? 'the history does not keep its password'
        : needsToken && !lastToken
          ? 'the history does not keep its token'
          : isUpload && status === 201
            ? 'the history does not keep its file'
            : undefined
    const filled = {
      ...(body.password === '' && { password }),
      ...(body.encodedToken === REDACTED && { encodedToken: lastToken }),
    }
    const isFilled = !problem && Object.values(filled).some(Boolean)
    const headers = sent.headers.map((row) =>
      isRedacted(row) && lastToken ? header('authorization', lastToken) : row,
    )
    const user = userOf({ ...sent, headers })
    const reference = user && tokenOf((logIns.get(user) ?? logInAs(user)).name)
    const request: RequestModel = {
      ...sent,
      headers: reference ? [...headers, header('authorization', reference)] : headers,
      ...(isFilled && { body: JSON.stringify({ ...body, ...filled }, null, 2) }),
    }
    const isDone = !problem && (!status || status < 300)
    if (isDone && isAccountCall(endpoint)) token = tokenOf(name)
    const { data } = Object(response) as { data?: unknown }
    if (isDone && !one.name)
      for (const [id, path] of idsIn(data))
        if (!ids.has(id)) ids.set(id, referenceText({ name: slugOf(name), path }))
    const title = `${one.name ?? sent.method} ${one.request.endpoint}`
    const ownToken = user && reference && !canLogIn(user) ? { reference, user } : undefined
    return { name, request, checks, title, problem, ownToken }
  })
  return [...[...logIns].flatMap(([user, one]) => (canLogIn(user) ? one : [])), ...items]

  function newName(base: string): string {
    const name = uniqueName(base, names)
    names.push(name)
    return name
  }
  function canLogIn(user: string): boolean {
    return signsUp || passwords.has(user)
  }
  /** The user whose token is sent. A typed header overrides the chosen user. */
  function userOf({ endpoint, auth, headers }: RequestModel): string | undefined {
    const choice = authorizationFor(endpoint, auth)
    const hasOwn = Object.keys(headersOf(headers)).some((key) => /^authorization$/i.test(key))
    if (hasOwn) return undefined
    return choice === 'session' ? viewer : usernameOf(choice)
  }
  function logInAs(username: string): Item {
    const isSession = username === viewer && !canLogIn(username)
    const name = newName(isSession ? SESSION : `Log in as ${username}`)
    const password = passwords.get(username)
    const account = { username, password: COPIED_PASSWORD, name: username }
    const call = password ? '/api/auth/login' : '/api/auth/signup'
    const body = JSON.stringify(password ? { username, password } : account, null, 2)
    const logIn: Item = {
      name,
      request: { ...DEFAULT_REQUEST, method: 'POST', endpoint: call, headers: [], body },
      checks: [expectStatus(password ? 200 : 201)],
      title: name,
    }
    logIns.set(username, logIn)
    return logIn
  }
}

/** The names that references of a request begin with. */
const namesIn = ({ endpoint, headers, body }: RequestModel): string[] =>
  [endpoint, ...headers.map(({ value }) => value), body]
    .flatMap((text) => text.match(REFERENCE) ?? [])
    .flatMap((found) => parseReference(found.slice(2, -2).replace(/[.[].*/s, ''))?.name ?? [])

const tokenOf = (name: string) => `{{${slugOf(name)}.encodedToken}}`
const expectStatus = (value: number): Check => ({ path: ['status'], kind: 'equals', value })

function asSent(request: RequestModel, change: (text: string) => string): RequestModel {
  const isJson = request.type === undefined && parses(request.body)
  const body = mapStrings(bodyOf(request), change)
  return { ...withTexts(request, change), body: isJson ? JSON.stringify(body) : String(body) }
}

/** The `_id`s of rows that every back end has: those of the seed. */
const SEEDED = /^019a0000-/
const ID = /\b[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/g

/** The ids in a reply, each where it comes first, except those of the seed. */
function idsIn(
  value: unknown,
  path: readonly (string | number)[] = [],
  found = new Map<string, typeof path>(),
): Map<string, typeof path> {
  if (typeof value === 'string') {
    const [id] = value.match(ID) ?? []
    if (id === value && !SEEDED.test(id) && !found.has(id)) found.set(id, path)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      idsIn(item, [...path, Array.isArray(value) ? Number(key) : key], found)
  }
  return found
}
