import { token as session } from '../../../client/session.ts'
import { isClub } from '../../../pwa/club.ts'
import { REFERENCE } from '../request/request-model.ts'
import type { Check } from '../saved/checks.ts'
import { dotted, notesOf, quoted, type Script, type Step, writeValue } from './script.ts'

/** Writes a JSON value as JavaScript. Lines after the first are indented by one more step. */
export const literal = (value: unknown, { parts }: Pick<Script, 'parts'> = plain): string =>
  writeValue(value, { indent: '  ', text: (text) => sum(parts(text)), key }, '\n  ')

const plain: Pick<Script, 'parts'> = { parts: (text) => [text] }
// A plain `__proto__` key would set the prototype.
const key = (name: string) => (name === '__proto__' ? `[${quoted(name)}]` : quoted(name))

/** Names in the tester can be words of the language: variables are fields. */
const field = (variable: string) => `values.${variable}`

function sum(parts: ReturnType<Script['parts']>): string {
  const written = parts.map((one) => (typeof one === 'string' ? quoted(one) : field(one.variable)))
  // Numbers would be added.
  const isText = parts.length === 1 || typeof parts[0] === 'string'
  return [...(isText ? [] : ['""']), ...written].join(' + ')
}

/** Addresses of this app are written as paths, so that the code runs on any host. */
const pathOf = (url: string) =>
  url.startsWith(`${location.origin}/`) ? url.slice(location.origin.length) : url

/** The arguments of `fetch`. */
function argumentsOf({ method, url, headers, data, isText }: Step, script: Script): string {
  const text = isText ? literal(data, script) : `JSON.stringify(${literal(data, script)})`
  const body = data === undefined ? '' : `  body: ${text},\n`
  return `(${literal(pathOf(url), script)}, {\n  method: ${literal(method)},\n  headers: ${literal(headers, script)},\n${body}})`
}

const declare = ({ inputs, steps }: Script) =>
  inputs.length > 0 || steps.some(({ keeps }) => keeps.length > 0) ? 'const values = {}\n' : ''

/** Writes `fetch` calls for the console of a page of the app, or a script on one. */
export function writeFetch(script: Script): string {
  const inputs = script.inputs.map(({ variable, name, user }) => {
    const own = `localStorage.getItem(${literal(session.key)})`
    const value = user !== undefined ? own : `prompt(${literal(name)}) ?? ""`
    return `${field(variable)} = ${value}\n`
  })
  const calls = script.steps.map((step, index) => {
    const response = `response${index ? index + 1 : ''}`
    const call = `const ${response} = await fetch${argumentsOf(step, script)}\n`
    if (step.keeps.length === 0)
      return `${call}console.log(${response}.status, await ${response}.text())\n`
    const body = `${response}Body`
    const keeps = step.keeps.map(({ name, path }) => `${field(name)} = ${body}${dotted(path)}\n`)
    const read = `const ${body} = await ${response}.json()\n`
    return `${call}${read}console.log(${response}.status, ${body})\n${keeps.join('')}`
  })
  // It reads its inputs itself.
  const notes = notesOf({ ...script, inputs: [] }, '//')
  return [notes, declare(script), ...inputs, ...calls].join('')
}

const SEND = `const replies = []
const send = async (address, init) => {
  const response = await fetch(address, init)
  const { status, headers } = response
  let data = await response.text()
  try {
    data = JSON.parse(data)
  } catch {}
  replies.push({ status, headers: Object.fromEntries(headers), data })
  return data
}
`

/**
 * Writes a Playwright test that sends requests from the page, so that the worker handles them. Playwright's own
 * `request` would bypass the worker.
 */
export function writePlaywright(script: Script): string {
  const { steps, inputs, logIns } = script
  const named = steps.slice(logIns)
  const [{ method = '', url = '', status = 0 } = {}] = named
  const title =
    named.length === 1
      ? `${method} ${pathOf(url).replace(REFERENCE, '…')} answers${status ? ` ${status}` : ''}`
      : `${named.length} requests answer as recorded`
  const asked = inputs.map(({ variable }) => {
    return `${field(variable)} = env[${literal(variable)}] ?? ""\n`
  })
  const calls = steps.map((step) => {
    const start = step.keeps.length > 0 ? `${field('body')} = ` : ''
    const keeps = step.keeps.map(
      ({ name, path }) => `${field(name)} = ${field('body')}${dotted(path)}\n`,
    )
    return `${start}await send${argumentsOf(step, script)}\n${keeps.join('')}`
  })
  const code = [declare(script), SEND, ...asked, ...calls, 'return replies'].join('')
  const expected = steps.flatMap(({ status, checks }, index) => {
    // As in a run of the page (R14.23).
    const ofStatus = status ? `toBe(${status})` : 'toBeLessThan(400)'
    const reply = `replies[${index}]`
    return [
      `expect(${reply}.status).${ofStatus}`,
      ...checks.map((check) => expectation(check, reply)),
    ]
  })
  const [parameter, argument] = inputs.length > 0 ? ['env', ', process.env'] : ['', '']
  const wait = '  await page.waitForFunction(() => navigator.serviceWorker.controller)\n'
  return `import { expect, test } from "@playwright/test"

${notesOf(script, '//')}test(${literal(title)}, async ({ page }) => {
  await page.goto(${literal(location.origin + location.pathname)})
${isClub ? '' : wait}  const replies = await page.evaluate(async (${parameter}) => {
    ${code.replaceAll('\n', '\n    ')}
  }${argument})
${expected.map((line) => `  ${line}\n`).join('')}})
`
}

/** A check of a reply with status, headers and data, any part of which can be missing. */
function expectation({ path, kind, value }: Check, reply: string): string {
  const keys = path.map((one) =>
    /^[a-z_]\w*$/i.test(String(one)) ? `?.${one}` : `?.[${literal(one)}]`,
  )
  const actual = reply + keys.join('')
  if (kind === 'exists') return `expect(${actual}).not.toBeUndefined()`
  if (kind === 'matches') return `expect(String(${actual})).toMatch(new RegExp(${literal(value)}))`
  if (kind === 'length')
    return `expect(Object.keys(${actual} ?? {})).toHaveLength(${Number(value)})`
  const tag = String(value).replace(/^./, (char) => char.toUpperCase())
  if (kind === 'type')
    return `expect(Object.prototype.toString.call(${actual})).toBe(${literal(`[object ${tag}]`)})`
  return `expect(${actual}).toEqual(${literal(value)})`
}
