import { token as session } from '../../../client/session.ts'
import { isClub } from '../../../pwa/club.ts'
import { COPIED_PASSWORD, passwords } from '../passwords.ts'
import { isOwnApi } from '../response/exchange.ts'
import { type Check, describeCheck } from '../saved/checks.ts'
import { dotted, jqFilter, playwrightAssertion, pythonAssertion } from './assertions.ts'
import { indentedJson, literal, type Step } from './recorded.ts'
import type { Replay } from './replay.ts'
import { addVariables, splitVariables } from './variables.ts'

/** How a language writes the parts of a script. Tokens and responses are names of variables. */
type Language = {
  /** Where the script reaches a URL. */
  address: (url: string) => string
  call: (step: Step, token?: string) => string
  logIn: (token: string, call: string) => string
  /** Gets the token of a user whose password is not public. By default, the script signs up such a user. */
  getToken?: (token: string) => string
  use: (call: string, response: string) => string
  /** Like `use`, and keeps values of the reply in variables, and checks it. */
  keep: (call: string, response: string, step: Step) => string
}

/** Writes the log-ins that the requests need, then the requests. */
function writeLines(steps: readonly Step[], language: Language): string {
  const users = [...new Set(steps.flatMap(({ user }) => user ?? []))]
  const tokens = new Map<string | undefined, string>(
    users.map((user, index) => [user, numbered('token', index)]),
  )
  const call = (step: Step) =>
    language.call({ ...step, url: language.address(step.url) }, tokens.get(step.user))
  const logIns = users.map((username, index) => {
    const token = numbered('token', index)
    const password = passwords.get(username)
    if (password) return language.logIn(token, call(post('login', { username, password })))
    if (language.getToken) return language.getToken(token)
    const account = { username, password: COPIED_PASSWORD, name: username }
    return language.logIn(token, call(post('signup', account)))
  })
  const calls = steps.map((step, index) => {
    const response = numbered('response', index)
    const needsReply = step.keeps || step.checks
    return needsReply
      ? language.keep(call(step), response, step)
      : language.use(call(step), response)
  })
  return [...logIns, ...calls].join('\n')
}

/** `token`, `token2`, … */
const numbered = (name: string, index: number) => `${name}${index ? index + 1 : ''}`

const post = (call: 'login' | 'signup', data: object): Step => ({
  method: 'POST',
  url: `${location.origin}/api/auth/${call}`,
  headers: { 'content-type': 'application/json' },
  data,
  status: 200,
})

const javaScript: Language = {
  // Addresses of this app are written as paths, so that the code runs on any host.
  address: (url) =>
    url.startsWith(`${location.origin}/`) ? url.replace(location.origin, '') : url,
  call({ method, url, headers, data }, token) {
    const sent = token ? `{ ...${literal(headers)}, authorization: ${token} }` : literal(headers)
    const body = data === undefined ? '' : `  body: JSON.stringify(${literal(data)}),\n`
    return addVariables(
      `await fetch(${literal(url)}, {\n  method: "${method}",\n  headers: ${sent},\n${body}})`,
    )
  },
  logIn: (token, call) => `const { encodedToken: ${token} } = await (${call}).json()`,
  getToken: (token) => `const ${token} = localStorage.getItem(${literal(session.key)})`,
  use: (call, response) =>
    `const ${response} = ${call}\nconsole.log(${response}.status, await ${response}.text())`,
  keep: (call, response, { keeps = [] }) =>
    [
      `const ${response} = ${call}`,
      `const ${response}Body = await ${response}.json()`,
      `console.log(${response}.status, ${response}Body)`,
      ...keeps.map(({ name, path }) => `const ${name} = ${response}Body${dotted(path)}`),
    ].join('\n'),
}

/** Writes `fetch` calls for the console of a page of the app, or a script on one. */
export const toFetch = ({ steps, leftOut }: Replay) =>
  `${comment('//', leftOut)}${writeLines(steps, javaScript)}\n`

/** Lines that name what an export leaves out. */
function comment(start: string, leftOut: readonly string[]): string {
  // A line break would end the comment.
  return leftOut
    .map((text) => `${start} Left out: ${text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}\n`)
    .join('')
}

const playwright: Language = {
  ...javaScript,
  // A new browser has data of its own, without the user. A club's accounts are for people: only its user can pass a token.
  getToken: isClub ? (token) => `const ${token} = env.${token.toUpperCase()} ?? ""` : undefined,
  use: (call) => `statuses.push((${call}).status)`,
  keep: (call, response, { keeps = [], checks }) =>
    [
      `const ${response} = ${call}`,
      `statuses.push(${response}.status)`,
      `const ${response}Body = await ${checks ? `read(${response})` : `${response}.json()`}`,
      ...keeps.map(({ name, path }) => `const ${name} = ${response}Body${dotted(path)}`),
      ...(checks
        ? [
            `const ${response}Headers = Object.fromEntries(${response}.headers)`,
            `replies.push({ status: ${response}.status, headers: ${response}Headers, data: ${response}Body })`,
          ]
        : []),
    ].join('\n'),
}

/** For the replies that are checked outside of the page. */
const READ = `const replies = []
const read = async (response) => {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
`

/**
 * Writes a Playwright test that sends requests from the page, so that the worker handles them. Playwright's own
 * `request` would bypass the worker.
 */
export function toPlaywright({ steps, leftOut }: Replay): string {
  const names = steps.map(({ method, url, status }) => {
    const address = splitVariables(javaScript.address(url)).map(({ text }) => text ?? '…')
    return `${method} ${address.join('')} answers${status ? ` ${status}` : ''}`
  })
  const title = names.length === 1 ? names[0] : `${steps.length} requests answer as recorded`
  const checked = steps.flatMap(({ checks }) => (checks ? [checks] : []))
  const assertions = checked.flatMap((checks, index) =>
    checks.map((check) => `  ${playwrightAssertion(check, `replies[${index}]`)}\n`),
  )
  const expected = steps.map(({ status }) => status ?? 'expect.any(Number)')
  // As in a run of the page (R14.23).
  const others = steps.flatMap(({ status }, index) =>
    status ? [] : `  expect(statuses[${index}]).toBeLessThan(400)\n`,
  )
  const [begin, result] = checked.length ? [READ, '{ statuses, replies }'] : ['', 'statuses']
  const [parameter, argument] =
    isClub && steps.some(({ user }) => user) ? ['env', ', process.env'] : ['', '']
  const wait = '  await page.waitForFunction(() => navigator.serviceWorker.controller)\n'
  return `import { expect, test } from "@playwright/test"

${comment('//', leftOut)}test(${literal(title)}, async ({ page }) => {
  await page.goto(${literal(location.origin + location.pathname)})
${isClub ? '' : wait}  const ${result} = await page.evaluate(async (${parameter}) => {
    const statuses = []
    ${(begin + writeLines(steps, playwright)).replaceAll('\n', '\n    ')}
    return ${result}
  }${argument})
  expect(statuses).toEqual([${expected.join(', ')}])
${[...others, ...assertions].join('')}})
`
}

const isDevice = (url: string) => !isClub && isOwnApi(url)

/** Only pages reach the API of a device. Other programs use `npm run api`. */
const reachable = (url: string) =>
  isDevice(url) ? url.replace(location.origin, 'http://localhost:4180') : url

function writeScript(
  { steps, leftOut }: Replay,
  language: Language,
  { begin = '', end = '' } = {},
): string {
  const start = comment('#', leftOut) + begin
  const note =
    '# Only this browser reaches its API. The same API, with data of its own: npm run api\n'
  const head = steps.some(({ url }) => isDevice(url)) ? note + start : start
  return `${head}${writeLines(steps, language)}\n${end}`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** A word of a shell: quoted text and variables. */
const word = (text: string, insert = (name: string) => `"$${name}"`) =>
  splitVariables(text)
    .map((part) => (part.name ? insert(part.name) : quoted(part.text ?? '')))
    .join('') || "''"
/** In JSON, variables are inside of strings. */
const inJson = (name: string) => `"$(json "$${name}")"`

/** The bytes of Latin-1, as browsers send headers: in a script they would be UTF-8. */
const headerWord = (text: string) =>
  word(text).replace(/[\x80-\xff]/g, (char) => {
    return `'"$(printf '\\${char.charCodeAt(0).toString(8)}')"'`
  })

const curl: Language = {
  address: reachable,
  call: ({ method, url, headers, data }, token) =>
    [
      `curl ${method === 'GET' ? '' : `-X ${method} `}${word(url)}`,
      // Otherwise curl expands brackets and braces as patterns.
      ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
      // A semicolon is curl's syntax for a header without a value.
      ...Object.entries(headers).map(
        ([name, value]) => `-H ${headerWord(value ? `${name}: ${value}` : `${name};`)}`,
      ),
      ...(token ? [`-H "authorization: $${token.toUpperCase()}"`] : []),
      ...(data === undefined ? [] : [`--data-raw ${word(JSON.stringify(data), inJson)}`]),
    ].join(' \\\n  '),
  logIn: (token, call) =>
    `${token.toUpperCase()}=$(${call} --silent | sed 's/.*"encodedToken":"\\([^"]*\\)".*/\\1/')`,
  getToken: (token) => `: "\${${token.toUpperCase()}:?must be set to a token of that server}"`,
  use: (call) => `${call}\necho`,
  keep(call, response, { status, keeps = [], checks }) {
    const values = keeps.map(
      ({ name, path }) => `${name}=$(printf %s "$${response}" | jq -r ${word(dotted(path))})`,
    )
    const show = `printf '%s\\n' "$${response}"`
    if (!checks) return [`${response}=$(${call} --silent)`, show, ...values].join('\n')
    return [
      `${response}=$(${call} --silent --dump-header "$headers" --write-out '\\n%{http_code}')`,
      `status=$(printf '%s\\n' "$${response}" | tail -n 1)`,
      `${response}=$(printf '%s\\n' "$${response}" | sed '$d')`,
      show,
      ...(status
        ? [`check "$status" ${quoted(`status equals ${status}`)} ${quoted(`. == ${status}`)}`]
        : []),
      ...checks.map((check) => curlCheck(check, response)),
      ...values,
    ].join('\n')
  },
}

function curlCheck(check: Check, response: string): string {
  const [part, name] = check.path
  const title = quoted(describeCheck(check))
  const filter = quoted(jqFilter(check))
  if (part === 'headers')
    return `check "$(header ${quoted(String(name).toLowerCase())})" ${title} ${filter} -Rs`
  return `check "$${part === 'status' ? 'status' : response}" ${title} ${filter}`
}

const NEEDS_JQ = '# Needs jq.\n'
/** Escapes a value for the inside of a JSON string. */
const JSON_TEXT = `json() {
  printf %s "$1" | jq -Rs . | sed 's/^"//; s/"$//'
}
`
const CHECKS = `failed=0
headers=$(mktemp)
check() {
  if printf %s "$1" | jq -e $4 "$3" > /dev/null 2>&1; then echo "Passed: $2"; else echo "Failed: $2"; failed=1; fi
}
header() {
  awk -v name="$1:" 'tolower($1) == name { sub(/^[^:]*: */, ""); sub(/\\r$/, ""); printf "%s", $0 }' "$headers"
}
`

/** Writes curl commands for a POSIX shell. The script fails if a check fails. */
export function toCurl(replay: Replay): string {
  const hasChecks = replay.steps.some(({ checks }) => checks)
  const hasVariables = replay.steps.some(({ keeps }) => keeps)
  return writeScript(replay, curl, {
    begin: [
      hasChecks || hasVariables ? NEEDS_JQ : '',
      hasVariables ? JSON_TEXT : '',
      hasChecks ? CHECKS : '',
    ].join(''),
    end: hasChecks ? 'exit "$failed"\n' : '',
  })
}

const PYTHON: Record<string, string> = { true: 'True', false: 'False', null: 'None' }

/** Strings and numbers of JSON are the same in Python. */
const pythonLiteral = (value: unknown) =>
  indentedJson(value, 4).replace(/"(?:\\.|[^"\\])*"|\w+/g, (found) => PYTHON[found] ?? found)

const python: Language = {
  address: reachable,
  call({ method, url, headers, data }, token) {
    const own = pythonLiteral(headers)
    const sent = token ? `{**${own}, "authorization": ${token}}` : own
    const args = [`"${method}"`, addVariables(pythonLiteral(url)), `headers=${addVariables(sent)}`]
    if (data !== undefined) args.push(`data=json.dumps(${addVariables(pythonLiteral(data))})`)
    return `requests.request(\n${args.map((arg) => `    ${arg},\n`).join('')})`
  },
  logIn: (token, call) => `${token} = ${call}.json()["encodedToken"]`,
  getToken: (token) => `${token} = os.environ["${token.toUpperCase()}"]`,
  use: (call) => `response = ${call}\nprint(response.status_code, response.text)`,
  keep: (call, _response, { status, keeps = [], checks }) =>
    [
      `response = ${call}\nprint(response.status_code, response.text)`,
      ...(checks && status ? [`assert response.status_code == ${status}`] : []),
      ...(checks ?? []).map((check) => pythonAssertion(check, pythonLiteral)),
      ...keeps.map(
        ({ name, path }) =>
          `${name} = response.json()${path.map((key) => `[${JSON.stringify(key)}]`).join('')}`,
      ),
    ].join('\n'),
}

/** Writes a Python script that uses the package `requests`. */
export const toPython = (replay: Replay) =>
  writeScript(replay, python, {
    begin: `import json\nimport os\n${replay.steps.some(({ checks }) => checks) ? 'import re\n' : ''}\nimport requests\n\n`,
  })
