import { withDefaults } from '../../../client/http.ts'
import { isClub } from '../../../pwa/club.ts'
import { visible } from '../format.ts'
import { entriesOf, isContainer, type Path } from '../json-editor/json-path.ts'
import { addressOf, isOwnApi, urlOf, withScheme } from '../request/address.ts'
import { bodyOf, headersOf, type RequestModel } from '../request/request-model.ts'
import { type Check, statusCheck } from '../saved/checks.ts'
import { freeName, slugOf } from '../saved/names.ts'
import { parseReference, type Reference, referenceText } from '../saved/references.ts'
import { makeValue, VARIABLE } from '../saved/variables.ts'
import { type Context, type Recorded, toItems } from './exported.ts'

/** A request of a script. Texts in braces are references, which `parts` resolves. */
export type Step = ReturnType<typeof sentBy> & {
  /** The expected status; undefined if any below 400 may come. */
  status?: number
  /** Expectations of the reply, other than that status. */
  checks: readonly Check[]
  /** Values of its reply that later steps send, with the keys and indices that lead to them. */
  keeps: { name: string; path: Path }[]
}

/** A variable that asks for its value when the script runs, with the name that it has in the tester. */
type Input = {
  variable: string
  name: string
  /** Whose token it is, if it is one. */
  user?: string
}
/** A part of a text: plain, or the name of a variable. */
type Part = string | { variable: string }

export type Script = {
  steps: Step[]
  /** How many steps of them only log in. */
  logIns: number
  /** The requests that it leaves out, each with the reason. */
  leftOut: string[]
  inputs: Input[]
  parts: (text: string) => Part[]
}

/** Makes a script of requests: values of earlier replies, and those that it asks for, are variables. */
export function toScript(
  recorded: readonly Recorded[],
  context: Context,
  signsUp?: boolean,
): Script {
  const items = toItems(recorded, context, signsUp)
  const script: Script = {
    ...{ steps: [], leftOut: [], inputs: [], parts },
    logIns: items.length - recorded.length,
  }
  const named = new Map<string, Step>()
  const names = new Set(['response', 'body', 'json', SESSION_INPUT])
  const tokens = new Map(items.map(({ ownToken }) => [ownToken?.reference, ownToken?.user]))
  const variables = new Map<string, Part>()

  for (const { name, request, checks, title, problem, ownToken } of items) {
    const status = statusCheck(checks)
    const step: Step = {
      ...sentBy({ ...request, endpoint: withHost(request.endpoint) }),
      status: status && Number(status.value),
      checks: checks.filter((check) => check !== status),
      keeps: [],
    }
    const texts = [step.url, ...Object.values(step.headers), ...stringsIn(step.data)]
    const insides = texts.flatMap(insidesOf)
    const others = insides.filter((inside) => `{{${inside}}}` !== ownToken?.reference)
    const missing = others.map(missingIn).find((one) => one !== undefined)
    const reason = problem ?? missing
    if (reason) {
      script.leftOut.push(`${title}: ${reason}`)
      continue
    }
    insides.forEach(resolve)
    script.steps.push(step)
    named.set(slugOf(name), step)
  }
  return script

  /** As in a run, a variable can be a host without a scheme. */
  function withHost(endpoint: string): string {
    const [, name = '', rest = ''] = /^\{\{([^{}]*)\}\}(.*)$/s.exec(endpoint) ?? []
    const value = context.values?.get(name.trim())
    return value === undefined ? endpoint : withScheme(value + rest)
  }
  /** Without a path, a name that no earlier request has is that of a variable. */
  function referenceOf(inside: string): Reference | undefined {
    const reference = parseReference(inside)
    const isOne = reference && (reference.path.length > 0 || named.has(reference.name))
    return isOne ? reference : undefined
  }
  function missingIn(inside: string): string | undefined {
    const reference = referenceOf(inside)
    const isKnown = !reference || named.has(reference.name)
    if (isKnown || givenFor(inside) !== undefined) return undefined
    return `no earlier request has the value of ${referenceText(reference)}`
  }
  function givenFor(inside: string): string | undefined {
    return context.values?.get(inside) ?? makeValue(inside)
  }
  function resolve(inside: string): Part {
    const part = givenFor(inside) ?? variables.get(inside) ?? variableFor(inside)
    variables.set(inside, part)
    return part
  }
  function variableFor(inside: string): Part {
    const reference = referenceOf(inside)
    const source = reference && named.get(reference.name)
    if (!source) {
      const user = tokens.get(`{{${inside}}}`)
      const isSession = user !== undefined && user === context.viewer
      const variable = isSession ? SESSION_INPUT : unique(INPUT_PREFIX + words(inside))
      script.inputs.push({ variable, name: inside, user })
      return { variable }
    }
    // `a.0` is `a[0]`.
    const { path } = reference
    const known = source.keeps.find((one) => one.path.join('\n') === path.join('\n'))
    const keep = known ?? { name: unique(wordsOf(reference)), path }
    if (!known) source.keeps.push(keep)
    return { variable: keep.name }
  }
  /** Other texts can have the same words: `a.b_c` and `a.b.c`. */
  function unique(name: string): string {
    const found = freeName(name, (one) => names.has(one), '')
    names.add(found)
    return found
  }
  function parts(text: string): Part[] {
    const all: Part[] = []
    for (const [index, one] of split(text).entries()) {
      const part = index % 2 ? resolve(one) : one
      const last = all.at(-1)
      if (typeof part === 'string' && typeof last === 'string') all[all.length - 1] = last + part
      else if (part !== '') all.push(part)
    }
    return all.length > 0 ? all : ['']
  }
}

/** Programs read inputs from their environment, where other names can have secrets. A link chooses the rest of the name. */
export const INPUT_PREFIX = 'GEARHEADS_'
/** The input for the token of the current session. */
export const SESSION_INPUT = `${INPUT_PREFIX}TOKEN`

const words = (text: string) => text.replace(/\W/g, '_').replace(/^(?=\d)/, '_')
/** The words of a reference as a name: `post_posts_0__id`. */
const wordsOf = ({ name, path }: Reference) =>
  words([name, ...(path.length > 0 ? path : ['body'])].join('_'))

/** The parts of a text; those at odd places were in braces that stand for a value. */
function split(text: string): string[] {
  const parts = ['']
  for (const [index, part] of text.split(/\{\{([^{}]*)\}\}/).entries()) {
    const name = part.trim()
    const isKnown = parseReference(name) || VARIABLE.test(name) || makeValue(name)
    if (index % 2 && isKnown) parts.push(name, '')
    else parts[parts.length - 1] += index % 2 ? `{{${part}}}` : part
  }
  return parts
}
const insidesOf = (text: string) => split(text).filter((_, index) => index % 2)

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return isContainer(value) ? entriesOf(value).flatMap(([, item]) => stringsIn(item)) : []
}

/** A request with the defaults of the client, as it is sent. */
export function sentBy(request: RequestModel) {
  const { method, type } = request
  const url = hrefOf(request.endpoint)
  const hasBody = method !== 'GET' && method !== 'HEAD' && type !== ''
  const typed = {
    ...headersOf(request.headers),
    ...(hasBody && type && { 'content-type': type }),
  }
  const given = { method, url, headers: typed, data: hasBody ? bodyOf(request) : undefined }
  const { headers, data } = withDefaults(given)
  // The client adds it from a cookie of this browser.
  delete headers['x-xsrf-token']
  return { method, url, headers, data, isText: hasBody && type !== undefined }
}

/** An absolute address, if it is a valid one. References stay. */
function hrefOf(endpoint: string): string {
  const [start = '', ...rest] = split(endpoint)
  if (rest.length === 0) return urlOf(endpoint)?.href ?? endpoint
  const base = /^\/(?!\/)/.test(start) ? location.origin : ''
  const encode = (text: string) =>
    text.toWellFormed().replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, encodeURIComponent)
  return [base + addressOf(start), ...rest]
    .map((part, index) => (index % 2 ? `{{${part}}}` : encode(part)))
    .join('')
}

/** Only pages reach the API of a device. Other programs use `npm run api`. */
export const LOCAL_API = 'http://localhost:4180'
/** Requests to the app itself are those of this page. */
export function withOwnOrigin(address: string): string {
  const base = [LOCAL_API, location.origin].find((one) => address.startsWith(`${one}/`)) ?? ''
  return address.slice(base.length)
}
const isDevice = (url: string) => !isClub && isOwnApi(url)
/** An address at which programs beside the browser reach this API. */
export const reachable = (url: string) =>
  isDevice(url) ? LOCAL_API + url.slice(location.origin.length) : url

const LOCAL_NOTE =
  'Only this browser reaches its API. The same API, with data of its own: npm run api'
/** Whether a script is an export whose address stands for this app. */
export const isForDevice = (text: string) => text.includes(`# ${LOCAL_NOTE}\n`)

/** The first lines of a script: where it works, what it asks for, and what it leaves out. */
export function notesOf({ steps, leftOut, inputs }: Script, start = '#'): string {
  const logIn = reachable(`${location.origin}/api/auth/login`)
  const isLocal = start === '#' && steps.some(({ url }) => isDevice(url))
  const lines = [
    ...(isLocal ? [LOCAL_NOTE] : []),
    ...inputs.flatMap(({ variable, user }) =>
      user === undefined
        ? []
        : `Set ${variable} to the token of ${user}: "encodedToken" in the reply of ${logIn} or signup`,
    ),
    ...leftOut.map((text) => `Left out: ${text}`),
  ]
  // A line break would end the comment.
  return lines.map((text) => `${start} ${visible(text.replace(/\s+/g, ' '))}\n`).join('')
}

/** How a language writes values of JSON. */
type Syntax = {
  /** Of one level. Without one, the value is one line. */
  indent?: string
  text: (text: string) => string
  key?: (key: string) => string
  constants?: Record<string, string>
}

export function writeValue(value: unknown, syntax: Syntax, margin = '\n'): string {
  if (typeof value === 'string') return syntax.text(value)
  const { indent, key = quoted, constants = {} } = syntax
  if (!isContainer(value)) {
    const json = JSON.stringify(value) ?? 'null'
    return constants[json] ?? json
  }
  const isList = Array.isArray(value)
  const inner = indent ? margin + indent : ''
  const items = entriesOf(value)
    .filter(([, item]) => item !== undefined || isList)
    .map(([name, item]) => {
      const start = isList ? '' : `${key(String(name))}:${indent ? ' ' : ''}`
      return start + writeValue(item, syntax, inner)
    })
  const inside = items.length > 0 ? inner + items.join(`,${inner}`) + (indent ? margin : '') : ''
  return isList ? `[${inside}]` : `{${inside}}`
}

/**
 * A text as a string of JSON, which is one of JavaScript and Python too. Characters without a shape are escaped: they
 * could reverse the code around them.
 */
export const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (char) =>
    Array.from({ length: char.length }, (_, unit) => {
      return `\\u${char.charCodeAt(unit).toString(16).padStart(4, '0')}`
    }).join(''),
  )

/** `.posts[0]._id`, in JavaScript and in jq. */
export const dotted = (path: Path) =>
  path
    .map((key) =>
      /^[a-z_]\w*$/i.test(String(key))
        ? `.${key}`
        : typeof key === 'number'
          ? `[${key}]`
          : `[${quoted(key)}]`,
    )
    .join('')
