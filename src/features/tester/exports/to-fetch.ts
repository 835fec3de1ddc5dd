import { token as session } from '../../../client/session.ts'
import { isClub } from '../../../pwa/club.ts'
import { literal, quoteJs } from './javascript.ts'
import { type Step, type Token, tokensOf } from './steps.ts'

/** Writes `fetch` calls for the console of a page of the app, or a script on one. */
export function toFetch(steps: readonly Step[]): string {
  const logInHere = ({ name }: Token) =>
    `const ${name} = localStorage.getItem(${quoteJs(session.key)})\n`
  const print = (response: string) => `console.log(${response}.status, await ${response}.text())\n`
  return writeCalls(steps, logInHere, print)
}

/**
 * Writes a Playwright test that sends requests from the page, so that the worker handles them. Playwright's own
 * `request` would bypass the worker.
 */
export function toPlaywright(steps: readonly Step[]): string {
  const title =
    steps.length === 1 && steps[0]
      ? `${steps[0].method} ${withoutOwnOrigin(steps[0].url)} answers ${steps[0].status}`
      : `${steps.length} requests answer as recorded`
  // A club's accounts are for people: only its user can pass a token.
  const needsToken = isClub && [...tokensOf(steps).values()].some(({ password }) => !password)
  const passed = needsToken ? ['env', ', process.env'] : ['', '']
  const calls = writeCalls(steps, isClub ? takeFromEnv : signUp, () => '')
  const responses = steps.map((_, index) => `${nameOf(index)}.status`).join(', ')
  const wait = '  await page.waitForFunction(() => navigator.serviceWorker.controller)\n'
  return `import { expect, test } from '@playwright/test'

test(${quoteJs(title)}, async ({ page }) => {
  await page.goto(${quoteJs(`${location.origin}${location.pathname}`)})
${steps.some(({ isDevice }) => isDevice) ? wait : ''}  const statuses = await page.evaluate(async (${passed[0]}) => {
${calls.trimEnd().replaceAll(/^|\n/g, '$&    ')}
    return [${responses}]
  }${passed[1]})
  expect(statuses).toEqual([${steps.map(({ status }) => status).join(', ')}])
})
`
}

const takeFromEnv = ({ name }: Token) => `const ${name} = env.${name.toUpperCase()} ?? ''\n`

/** A new browser has data of its own, without the user. */
const signUp = ({ name, username }: Token) =>
  requestToken(name, '/api/auth/signup', { username, password: 'Copied#1', name: username })

type WithoutPassword = (token: Token) => string

/** The calls with the tokens that they need. `after` writes the use of a response. */
function writeCalls(
  steps: readonly Step[],
  withoutPassword: WithoutPassword,
  after: (response: string) => string,
): string {
  const tokens = tokensOf(steps)
  const logIns = [...tokens.values()].map((token) => {
    const { name, username, password } = token
    return password
      ? requestToken(name, '/api/auth/login', { username, password })
      : withoutPassword(token)
  })
  const calls = steps.map((step, index) => {
    const token = tokens.get(step.user)
    const headers = literal(step.headers, 2)
    const code = fetchCall(
      step,
      token ? `{ ...${headers}, authorization: ${token.name} }` : headers,
    )
    return `const ${nameOf(index)} = await ${code}\n${after(nameOf(index))}`
  })
  return [...logIns, ...calls].join('')
}

const nameOf = (index: number) => `response${index ? index + 1 : ''}`

function requestToken(name: string, url: string, data: object): string {
  const headers = literal({ 'content-type': 'application/json' }, 2)
  const call = fetchCall({ method: 'POST', url, data }, headers)
  return `const { encodedToken: ${name} } = await ${call}.then((response) => response.json())\n`
}

function fetchCall({ method, url, data }: Pick<Step, 'method' | 'url' | 'data'>, headers: string) {
  const body = data === undefined ? '' : `  body: JSON.stringify(${literal(data, 2)}),\n`
  return `fetch(${quoteJs(withoutOwnOrigin(url))}, {
  method: ${quoteJs(method)},
  headers: ${headers},
${body}})`
}

/** Addresses of this app are written as paths, so that the code runs on any host. */
function withoutOwnOrigin(url: string): string {
  if (!URL.canParse(url)) return url
  const { origin, pathname, search } = new URL(url)
  return origin === location.origin ? pathname + search : url
}
