import { encode } from 'jose/base64url'
import { join, type Pasted, toRequest } from './pasted.ts'
import { QuoteError, splitCommands } from './shell-words.ts'

export const isCurl = (text: string) => /^\s*(\$\s+)?curl(\.exe)?\s/i.test(text)

/** Reads commands that call curl, each as a request for each of its addresses. Others are left out. */
export function readCurl(text: string): Pasted {
  try {
    const { commands, hasVariables } = splitCommands(text)
    const calls = commands.map((words) => (words[0] === '$' ? words.slice(1) : words))
    const isCall = ([name = '']: string[]) => /^curl(\.exe)?$/i.test(name)
    const notes = [
      ...(calls.every(isCall) ? [] : ['Commands other than curl were left out.']),
      ...(hasVariables ? ['Variables of the shell are not filled in.'] : []),
    ]
    const read = calls.filter(isCall).flatMap(([, ...words]) => splitNext(words).map(readCommand))
    return join([{ requests: [], notes }, ...read])
  } catch (error) {
    if (error instanceof QuoteError) return { requests: [], notes: [error.message] }
    throw error
  }
}

/** `--next` begins another request. */
function splitNext(words: string[]): string[][] {
  const parts: string[][] = [[]]
  for (const word of words) {
    if (word === '--next' || word === '-:') parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts
}

type Call = {
  method?: string
  addresses: string[]
  headers: [header: string, value: string][]
  data: string[]
  isQuery: boolean
  isHead: boolean
  notes: Set<string>
}

const FORM = 'Multipart forms (-F) are not supported: they are left out.'
const FILE = 'Files are not read: what comes from one is left out.'

/** Options with a value that changes the request. */
const WITH_VALUE: Record<string, (call: Call, value: string) => void> = {
  request(call, value) {
    call.method = value
  },
  url(call, value) {
    call.addresses.push(value)
  },
  header(call, value) {
    const colon = value.indexOf(':')
    if (value.startsWith('@')) call.notes.add(FILE)
    // `Name;` is a header without a value; `Name:` removes one.
    if (colon === -1 && value.endsWith(';')) call.headers.push([value.slice(0, -1), ''])
    const text = value.slice(colon + 1).trim()
    if (colon > 0 && text) call.headers.push([value.slice(0, colon).trim(), text])
  },
  'user-agent': (call, value) => call.headers.push(['User-Agent', value]),
  referer: (call, value) => call.headers.push(['Referer', value]),
  cookie: (call, value) => call.headers.push(['Cookie', value]),
  user: (call, value) => call.headers.push(['Authorization', `Basic ${toBase64(value)}`]),
  'oauth2-bearer': (call, value) => call.headers.push(['Authorization', `Bearer ${value}`]),
  data: addData,
  'data-ascii': addData,
  'data-binary': addData,
  'data-raw': (call, value) => call.data.push(value),
  'data-urlencode': addEncoded,
  json(call, value) {
    addData(call, value)
    const has = (name: string) => call.headers.some(([header]) => header.toLowerCase() === name)
    if (!has('content-type')) call.headers.push(['Content-Type', 'application/json'])
    if (!has('accept')) call.headers.push(['Accept', 'application/json'])
  },
  form: (call) => call.notes.add(FORM),
  'form-string': (call) => call.notes.add(FORM),
  'upload-file': (call) => call.notes.add(FILE),
}

/** Options with a value that changes nothing here. */
const IGNORED_WITH_VALUE =
  'output max-time connect-timeout proxy proxy-user cacert capath cert cert-type key key-type pass resolve write-out cookie-jar retry retry-delay retry-max-time max-redirs limit-rate interface range config dump-header stderr trace trace-ascii ciphers tls-max tls13-ciphers connect-to dns-servers doh-url keepalive-time local-port max-filesize noproxy output-dir socks5 socks5-hostname unix-socket speed-limit speed-time variable expand-url aws-sigv4 continue-at time-cond preproxy'.split(
    ' ',
  )

const SHORT: Record<string, string> = {
  ...{ X: 'request', H: 'header', A: 'user-agent', e: 'referer', b: 'cookie', u: 'user' },
  ...{ d: 'data', F: 'form', T: 'upload-file', G: 'get', I: 'head', o: 'output', m: 'max-time' },
  ...{ x: 'proxy', U: 'proxy-user', E: 'cert', w: 'write-out', c: 'cookie-jar', r: 'range' },
  ...{ K: 'config', D: 'dump-header', C: 'continue-at', z: 'time-cond', Y: 'speed-limit' },
  ...{ y: 'speed-time' },
}

const FLAGS: Record<string, (call: Call) => void> = {
  get(call) {
    call.isQuery = true
  },
  head(call) {
    call.isHead = true
  },
}

function readCommand(words: string[]): Pasted {
  const call: Call = {
    ...{ addresses: [], headers: [], data: [], notes: new Set() },
    ...{ isQuery: false, isHead: false },
  }
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    const [name, attached] = optionOf(word)
    if (name === undefined) {
      call.addresses.push(word)
      continue
    }
    FLAGS[name]?.(call)
    const change = Object.hasOwn(WITH_VALUE, name) ? WITH_VALUE[name] : undefined
    if (!change && !IGNORED_WITH_VALUE.includes(name)) continue
    if (attached === undefined) index += 1
    change?.(call, attached ?? words[index] ?? '')
  }
  return toPasted(call)
}

/** The long name of an option, and the value in the same word: `-XPOST`. Flags before it, as in `-sSXPOST`, change nothing. */
function optionOf(word: string): [name?: string, value?: string] {
  if (word.startsWith('--')) return [word.slice(2)]
  if (!word.startsWith('-') || word === '-') return []
  let name = ''
  for (let index = 1; index < word.length; index += 1) {
    name = SHORT[word[index] ?? ''] ?? name
    const takesValue = Object.hasOwn(WITH_VALUE, name) || IGNORED_WITH_VALUE.includes(name)
    if (takesValue) return [name, word.slice(index + 1) || undefined]
  }
  return [name]
}

function toPasted({ method, addresses, headers, data, isQuery, isHead, notes }: Call): Pasted {
  const body = data.join('&')
  const implied = isHead ? 'HEAD' : data.length > 0 && !isQuery ? 'POST' : 'GET'
  const requests = addresses.map((address) => {
    const endpoint =
      isQuery && body ? address + (address.includes('?') ? '&' : '?') + body : address
    const sent = isQuery || data.length === 0 ? undefined : body
    return toRequest({ method: method ?? implied, endpoint, headers, body: sent })
  })
  if (requests.length === 0) notes.add('The command has no address.')
  return join([...requests, { requests: [], notes: [...notes] }])
}

function addData(call: Call, value: string): void {
  if (value.startsWith('@')) call.notes.add(FILE)
  else call.data.push(value)
}

/** `content`, `=content` or `name=content`; `@file` and `name@file` are files. */
function addEncoded(call: Call, value: string): void {
  const [, name, sign, content = ''] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? []
  if (sign === '@') call.notes.add(FILE)
  else if (sign === undefined) call.data.push(encodeURIComponent(value))
  else call.data.push(`${name ? `${name}=` : ''}${encodeURIComponent(content)}`)
}

/** Base64 of the text in UTF-8. */
function toBase64(text: string): string {
  const code = encode(text).replaceAll('-', '+').replaceAll('_', '/')
  return code.padEnd(Math.ceil(code.length / 4) * 4, '=')
}
