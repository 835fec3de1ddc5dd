import { withDefaults } from '../../../client/http.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { type AuthChoice, headersOf, type TesterRequest, usernameOf } from './tester-request.ts'

/** A request as the client sends it, to be written as code. */
export type SentRequest = {
  method: string
  /** Absolute if the endpoint is a valid URL. */
  url: string
  headers: Record<string, string>
  data?: unknown
}

/** @param authorization the chosen authorization; a typed header overrides it */
export function toSentRequest(
  { method, endpoint, headers, body }: TesterRequest,
  authorization: Record<string, string>,
): SentRequest {
  const sent = withDefaults({
    method,
    url: URL.canParse(endpoint, location.href) ? new URL(endpoint, location.href).href : endpoint,
    headers: { ...authorization, ...headersOf(headers) },
    data: JSON.parse(body),
  })
  return { method: sent.method, url: sent.url, headers: sent.headers, data: sent.data }
}

/** A call that returns a token. Tokens of one browser are invalid in every other one, which has its own data. */
export type Account = {
  path: '/api/auth/login' | '/api/auth/signup'
  body: { username: string; password: string; name?: string }
}

/**
 * The account for a choice: a seed user logs in; any other user of the session has to sign up again.
 * @param viewer the user of the current session
 */
export function accountOf(choice: AuthChoice, viewer?: string): Account | undefined {
  const username = choice === 'session' ? viewer : usernameOf(choice)
  if (!username) return undefined
  const password = (seedPasswords as Record<string, string>)[username]
  if (password) return { path: '/api/auth/login', body: { username, password } }
  const body = { username, password: 'Copied#1', name: username }
  return { path: '/api/auth/signup', body }
}

/** Writes a curl command for a POSIX shell. */
export function toCurl({ method, url, headers, data }: SentRequest): string {
  const options = Object.entries(headers).map(([name, value]) =>
    // A semicolon is curl's syntax for a header without a value.
    value === TOKEN ? `"${name}: ${value}"` : quoteShell(value ? `${name}: ${value}` : `${name};`),
  )
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoteShell(url)}`,
    // Otherwise curl expands brackets and braces as patterns.
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
    ...options.map((header) => `-H ${header}`),
    ...(data === undefined ? [] : [`--data-raw ${quoteShell(JSON.stringify(data))}`]),
  ].join(' \\\n  ')
}

/** The address of `npm run api`. */
const PRACTICE_SERVER = 'http://localhost:4180'
/** A variable of the shell. */
const TOKEN = '$TOKEN'

/**
 * Writes curl commands for a request to the API of this browser, which curl cannot reach: they use the practice
 * server, and a token of its own.
 */
export function toPracticeCurl(request: SentRequest, account?: Account): string {
  const { pathname, search } = new URL(request.url)
  const lines = [
    '# Only this browser reaches its API. The same API, with data of its own: npm run api',
  ]
  const headers = { ...request.headers }
  if (account) headers.authorization = TOKEN
  if (account?.path === '/api/auth/login') {
    const logIn = toCurl({
      method: 'POST',
      url: PRACTICE_SERVER + account.path,
      headers: {},
      data: account.body,
    })
    const pick = quoteShell('s/.*"encodedToken":"\\([^"]*\\)".*/\\1/')
    lines.push(`TOKEN=$(${logIn} --silent | sed ${pick})`)
  } else if (account) {
    lines.push('# The session is valid in this browser only: set TOKEN to a token of that server.')
  }
  lines.push(toCurl({ ...request, url: PRACTICE_SERVER + pathname + search, headers }))
  return lines.join('\n')
}

/** Writes a `fetch` call for the console or a script. */
export function toFetch(request: SentRequest): string {
  return `const response = await ${fetchCall(request)}
console.log(response.status, await response.text())
`
}

type PlaywrightOptions = {
  /** The expected status. */
  status: number
  /** The account whose token is sent, instead of the request's own. */
  account?: Account
  /** Whether the worker answers, and not a server. */
  isDevice?: boolean
}

/**
 * Writes a Playwright test that sends the request from the page, so that the worker handles it.
 * Playwright's own `request` would bypass the worker.
 */
export function toPlaywright(
  request: SentRequest,
  { status, account, isDevice }: PlaywrightOptions,
): string {
  const url = withoutOwnOrigin(request.url)
  const code = account && `{ ...${literal(request.headers, 6)}, authorization: encodedToken }`
  const wait = '  await page.waitForFunction(() => navigator.serviceWorker.controller)\n'
  return `import { expect, test } from '@playwright/test'

test(${quoteJs(`${request.method} ${url} answers ${status}`)}, async ({ page }) => {
  await page.goto(${quoteJs(`${location.origin}${location.pathname}`)})
${isDevice ? wait : ''}  const status = await page.evaluate(async () => {
${account ? requestToken(account) : ''}    const response = await ${fetchCall({ ...request, url }, 4, code)}
    return response.status
  })
  expect(status).toBe(${status})
})
`
}

function requestToken({ path, body }: Account): string {
  const headers = { 'content-type': 'application/json' }
  const call = { method: 'POST', url: path, headers, data: body }
  return `    const login = await ${fetchCall(call, 4)}
    const { encodedToken } = await login.json()
`
}

/** URLs of this app are written as paths, so that the test runs against any host. */
function withoutOwnOrigin(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname, search } = new URL(url)
  return origin === location.origin ? pathname + search : url
}

/**
 * @param indent the indentation of the line that contains the call, in spaces
 * @param headers the code for the headers, if it differs from those of the request
 */
function fetchCall(
  { method, url, headers: sent, data }: SentRequest,
  indent = 0,
  headers = literal(sent, indent + 2),
): string {
  const options = [`method: ${quoteJs(method)}`, `headers: ${headers}`]
  if (data !== undefined) options.push(`body: JSON.stringify(${literal(data, indent + 2)})`)
  const margin = ' '.repeat(indent)
  return `fetch(${quoteJs(url)}, {
${options.map((option) => `${margin}  ${option},\n`).join('')}${margin}})`
}

function quoteShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Writes a JavaScript string literal in single quotes. */
export function quoteJs(text: string): string {
  const inner = JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\(.)|'/g, (match, escaped) =>
      match === "'" ? "\\'" : escaped === '"' ? '"' : match,
    )
  return `'${inner}'`
}

/** Writes a JSON value as a JavaScript literal. Lines after the first are indented by `indent` spaces. */
export function literal(value: unknown, indent: number): string {
  const json = JSON.stringify(value, null, 2)
    // A plain `__proto__` key would set the prototype. Strings never match: they contain no line breaks.
    .replace(/^( *)"__proto__":/gm, '$1["__proto__"]:')
  return json.replaceAll('\n', `\n${' '.repeat(indent)}`)
}
