import { token as session } from '../../../client/session.ts'
import { isClub } from '../../../pwa/club.ts'
import { isOwnApi } from '../response/exchange.ts'
import { indentedJson, literal, passwords, type Step } from './recorded.ts'
import { COPIED_PASSWORD, type Replay } from './replay.ts'
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
  /** Like `use`, and keeps values of the reply in variables. */
  keep: (call: string, response: string, keeps: Keeps) => string
}

type Keeps = NonNullable<Step['keeps']>

/** `.posts[0]._id`, in JavaScript and in jq. */
const dotted = (path: Keeps[number]['path']) =>
  path
    .map((key) => (/^[a-z_]\w*$/i.test(String(key)) ? `.${key}` : `[${JSON.stringify(key)}]`))
    .join('')

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
    const { keeps } = step
    return keeps ? language.keep(call(step), response, keeps) : language.use(call(step), response)
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
  keep: (call, response, keeps) =>
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
  keep: (call, response, keeps) =>
    [
      `const ${response} = ${call}`,
      `statuses.push(${response}.status)`,
      `const ${response}Body = await ${response}.json()`,
      ...keeps.map(({ name, path }) => `const ${name} = ${response}Body${dotted(path)}`),
    ].join('\n'),
}

/**
 * Writes a Playwright test that sends requests from the page, so that the worker handles them. Playwright's own
 * `request` would bypass the worker.
 */
export function toPlaywright({ steps, leftOut }: Replay): string {
  const names = steps.map(({ method, url, status }) => {
    const address = splitVariables(javaScript.address(url)).map(({ text }) => text ?? '…')
    return `${method} ${address.join('')} answers ${status}`
  })
  const title = names.length === 1 ? names[0] : `${steps.length} requests answer as recorded`
  const [parameter, argument] =
    isClub && steps.some(({ user }) => user) ? ['env', ', process.env'] : ['', '']
  const wait = '  await page.waitForFunction(() => navigator.serviceWorker.controller)\n'
  return `import { expect, test } from "@playwright/test"

${comment('//', leftOut)}test(${literal(title)}, async ({ page }) => {
  await page.goto(${literal(location.origin + location.pathname)})
${isClub ? '' : wait}  const statuses = await page.evaluate(async (${parameter}) => {
    const statuses = []
    ${writeLines(steps, playwright).replaceAll('\n', '\n    ')}
    return statuses
  }${argument})
  expect(statuses).toEqual([${steps.map(({ status }) => status).join(', ')}])
})
`
}

const isDevice = (url: string) => !isClub && isOwnApi(url)

/** Only pages reach the API of a device. Other programs use `npm run api`. */
const reachable = (url: string) =>
  isDevice(url) ? url.replace(location.origin, 'http://localhost:4180') : url

function writeScript({ steps, leftOut }: Replay, language: Language, begin = ''): string {
  const start = comment('#', leftOut) + begin
  const note =
    '# Only this browser reaches its API. The same API, with data of its own: npm run api\n'
  const head = steps.some(({ url }) => isDevice(url)) ? note + start : start
  return `${head}${writeLines(steps, language)}\n`
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** A word of a shell: quoted text and variables. */
const word = (text: string) =>
  splitVariables(text)
    .map((part) => (part.name ? `"$${part.name}"` : quoted(part.text ?? '')))
    .join('') || "''"

const curl: Language = {
  address: reachable,
  call: ({ method, url, headers, data }, token) =>
    [
      `curl ${method === 'GET' ? '' : `-X ${method} `}${word(url)}`,
      // Otherwise curl expands brackets and braces as patterns.
      ...(/[[\]{}]/.test(url) ? ['--globoff'] : []),
      // A semicolon is curl's syntax for a header without a value.
      ...Object.entries(headers).map(
        ([name, value]) => `-H ${word(value ? `${name}: ${value}` : `${name};`)}`,
      ),
      ...(token ? [`-H "authorization: $${token.toUpperCase()}"`] : []),
      ...(data === undefined ? [] : [`--data-raw ${word(JSON.stringify(data))}`]),
    ].join(' \\\n  '),
  logIn: (token, call) =>
    `${token.toUpperCase()}=$(${call} --silent | sed 's/.*"encodedToken":"\\([^"]*\\)".*/\\1/')`,
  getToken: (token) => `: "\${${token.toUpperCase()}:?must be set to a token of that server}"`,
  use: (call) => `${call}\necho`,
  keep: (call, response, keeps) =>
    [
      `${response}=$(${call} --silent)`,
      `printf '%s\\n' "$${response}"`,
      ...keeps.map(
        ({ name, path }) => `${name}=$(printf %s "$${response}" | jq -r ${word(dotted(path))})`,
      ),
    ].join('\n'),
}

const NEEDS_JQ = '# Needs jq: values of a reply are in later requests.\n'

/** Writes curl commands for a POSIX shell. */
export const toCurl = (replay: Replay) =>
  writeScript(replay, curl, replay.steps.some(({ keeps }) => keeps) ? NEEDS_JQ : '')

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
  keep: (call, _response, keeps) =>
    [
      `response = ${call}\nprint(response.status_code, response.text)`,
      ...keeps.map(
        ({ name, path }) =>
          `${name} = response.json()${path.map((key) => `[${JSON.stringify(key)}]`).join('')}`,
      ),
    ].join('\n'),
}

/** Writes a Python script that uses the package `requests`. */
export const toPython = (replay: Replay) =>
  writeScript(replay, python, 'import json\nimport os\n\nimport requests\n\n')
