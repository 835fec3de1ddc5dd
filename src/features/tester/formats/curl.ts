import { encode } from 'jose/base64url'
import { newUuid } from '../../../client/uuid.ts'
import { type HeaderFields, isHeader, REFERENCE } from '../request/request-model.ts'
import {
  type Field,
  formOf,
  header,
  type Imported,
  Reading,
  URL_ENCODED,
  withQuery,
} from './reading.ts'
import {
  dotted,
  isForDevice,
  notesOf,
  quoted,
  reachable,
  type Script,
  type Step,
  withOwnOrigin,
  writeValue,
} from './script.ts'
import { ShellValues, TOKEN_TEXT } from './shell-values.ts'
import { QuoteError, splitCommands } from './shell-words.ts'

/** Reads commands that call curl, each as a request for each of its addresses. */
export function readCurl(text: string): Imported {
  const reading = new Reading()
  const isOwn = isForDevice(text)
  const values = new ShellValues()
  try {
    for (const command of splitCommands(text, reading)) {
      const { input } = command
      const words = values.filledIn(command.words)
      const start = words.findIndex((word) => word !== '$' && !ASSIGNMENT.test(word))
      const own = start === -1 ? words : words.slice(0, start)
      reading.leave('variable', 'that only a shell sets', own.filter((one) => one !== '$').length)
      if (start === -1) continue
      const [name = '', ...rest] = words.slice(start)
      const isCurl = /^curl(\.exe)?$/i.test(name)
      const before = reading.requests.length
      if (isCurl) for (const part of splitNext(rest)) readCommand(part, { input, isOwn, reading })
      const request = reading.requests[before]?.name
      const isKnown = values.take({ ...command, words }, request)
      if (!isCurl && !isKnown) reading.leave('command', 'other than curl')
    }
    return reading.done()
  } catch (error) {
    if (error instanceof QuoteError) return { requests: [], leftOut: [], problem: error.message }
    throw error
  }
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/
/** What curl takes for several addresses. */
const PATTERN = /\[\w+-\w+(:\d+)?\]|\{[^{},]*,[^{}]*\}/

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
  headers: HeaderFields[]
  data: string[]
  form: Field[]
  query: string[]
  /** The media type that curl sends if no header has it. */
  type: string
  isQuery: boolean
  hasPatterns: boolean
  implied?: string
  /** From a heredoc. */
  input?: string
  /** Its address stands for this app. */
  isOwn: boolean
  reading: Reading
}

const push = (call: Call, name: string, value: string) => call.headers.push(header(name, value))
const has = (call: Call, name: string) => call.headers.some((row) => isHeader(row, name))

/** Options with a value that changes the request. */
const WITH_VALUE: Record<string, (call: Call, value: string) => void> = {
  request(call, value) {
    call.method = value
  },
  url: (call, value) => call.addresses.push(value),
  'url-query': (call, value) => call.query.push(value.replace(/^\+/, '')),
  header(call, value) {
    const colon = value.indexOf(':')
    if (value.startsWith('@')) return void call.reading.leave('file', 'with headers')
    // `Name;` is a header without a value; `Name:` removes one.
    if (colon === -1 && value.endsWith(';')) push(call, value.slice(0, -1), '')
    const text = value.slice(colon + 1).trim()
    if (colon > 0 && text) push(call, value.slice(0, colon).trim(), text)
    if (colon > 0 && !text) call.reading.leave('header', 'that the command removes')
  },
  'user-agent': (call, value) => push(call, 'User-Agent', value),
  referer: (call, value) => push(call, 'Referer', value),
  cookie: (call, value) => push(call, 'Cookie', value),
  range: (call, value) => push(call, 'Range', `bytes=${value}`),
  user: (call, value) => push(call, 'Authorization', `Basic ${toBase64(value)}`),
  'oauth2-bearer': (call, value) => push(call, 'Authorization', `Bearer ${value}`),
  data: addData,
  'data-ascii': addData,
  'data-binary': addData,
  'data-raw': (call, value) => call.data.push(value),
  'data-urlencode': addEncoded,
  json(call, value) {
    addData(call, value)
    call.type = 'application/json'
    if (!has(call, 'accept')) push(call, 'Accept', 'application/json')
  },
  form: addPart,
  'form-string': (call, value) => addPart(call, value, true),
  'upload-file'(call) {
    call.implied = 'PUT'
    call.reading.leave('file', 'as the body')
  },
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Options with a value that says nothing about the request. */
const SILENT = words(
  'connect-timeout cookie-jar create-file-mode dump-header etag-save expect100-timeout happy-eyeballs-timeout-ms hsts alt-svc keepalive-cnt keepalive-time libcurl limit-rate max-filesize max-redirs max-time output output-dir parallel-max parallel-max-host rate retry retry-delay retry-max-time speed-limit speed-time stderr trace trace-ascii trace-config variable write-out',
)
/** Options with a value that a page cannot follow: they are named. */
const OTHERS = words(
  'abstract-unix-socket aws-sigv4 cacert capath cert cert-type ciphers config connect-to continue-at crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url ech egd-file engine etag-compare ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode haproxy-clientip hostpubmd5 hostpubsha256 interface ip-tos ipfs-gateway key key-type knownhosts krb local-port login-options mail-auth mail-from mail-rcpt netrc-file noproxy pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file request-target resolve sasl-authzid service-name sigalgs signature-algorithms socks4 socks4a socks5 socks5-gssapi-service socks5-hostname telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser unix-socket upload-flags vlan-priority',
)
/** Flags that say nothing about the request. */
const SILENT_FLAGS = words(
  'silent show-error verbose include show-headers location fail fail-early fail-with-body compressed no-buffer progress-bar no-progress-meter remote-name remote-name-all remote-header-name create-dirs http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ipv4 ipv6 no-keepalive no-sessionid no-alpn parallel parallel-immediate path-as-is retry-all-errors retry-connrefused styled-output tcp-fastopen tcp-nodelay trace-ids trace-time tr-encoding junk-session-cookies remove-on-error disable next skip-existing ssl tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 post301 post302 post303 basic',
)

const SHORT: Record<string, string> = {
  ...{ X: 'request', H: 'header', A: 'user-agent', e: 'referer', b: 'cookie', u: 'user' },
  ...{ d: 'data', F: 'form', T: 'upload-file', G: 'get', I: 'head', o: 'output', m: 'max-time' },
  ...{ x: 'proxy', U: 'proxy-user', E: 'cert', w: 'write-out', c: 'cookie-jar', r: 'range' },
  ...{ K: 'config', D: 'dump-header', C: 'continue-at', z: 'time-cond', Y: 'speed-limit' },
  ...{ y: 'speed-time', t: 'telnet-option', P: 'ftp-port', Q: 'quote', s: 'silent' },
  ...{ S: 'show-error', v: 'verbose', i: 'include', L: 'location', f: 'fail', g: 'globoff' },
  ...{ N: 'no-buffer', '#': 'progress-bar', O: 'remote-name', J: 'remote-header-name' },
  ...{ '0': 'http1.0', '4': 'ipv4', '6': 'ipv6', Z: 'parallel', q: 'disable', k: 'insecure' },
  ...{ j: 'junk-session-cookies', n: 'netrc', p: 'proxytunnel', R: 'remote-time', l: 'list-only' },
  ...{ a: 'append', B: 'use-ascii', '1': 'tlsv1', '2': 'sslv2', '3': 'sslv3', M: 'manual' },
}

const FLAGS: Record<string, Partial<Call>> = {
  get: { isQuery: true },
  globoff: { hasPatterns: false },
  head: { implied: 'HEAD' },
}

const takesValue = (name: string) =>
  Object.hasOwn(WITH_VALUE, name) || SILENT.has(name) || OTHERS.has(name)

function readCommand(given: string[], context: Pick<Call, 'input' | 'isOwn' | 'reading'>): void {
  const { reading } = context
  const call: Call = {
    ...{ addresses: [], headers: [], data: [], form: [], query: [], ...context },
    ...{ type: URL_ENCODED, isQuery: false, hasPatterns: true },
  }
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? ''
    if (!word.startsWith('-') || word === '-') {
      if (word) call.addresses.push(word)
      continue
    }
    const { flags, name, attached } = optionsOf(word)
    for (const flag of flags) {
      if (Object.hasOwn(FLAGS, flag)) Object.assign(call, FLAGS[flag])
      else if (!SILENT_FLAGS.has(flag)) reading.leave('option', `“--${flag.slice(0, 40)}”`)
    }
    if (!name) continue
    const value = attached ?? given[index + 1] ?? ''
    if (attached === undefined) index += 1
    if (Object.hasOwn(WITH_VALUE, name)) WITH_VALUE[name]?.(call, value)
    else if (OTHERS.has(name)) reading.leave('option', `“--${name}”`)
  }
  finish(call)
}

/** The options of a word: flags, and at most one with a value, which can be in the same word, as in `-sSXPOST`. */
function optionsOf(word: string): { flags: string[]; name?: string; attached?: string } {
  if (word.startsWith('--')) {
    const name = word.slice(2).replace(/^expand-/, '')
    return takesValue(name) ? { flags: [], name } : { flags: [name] }
  }
  const flags: string[] = []
  for (let index = 1; index < word.length; index += 1) {
    const name = SHORT[word[index] ?? ''] ?? `-${word[index]}`
    if (takesValue(name)) return { flags, name, attached: word.slice(index + 1) || undefined }
    flags.push(name)
  }
  return { flags }
}

function finish(call: Call): void {
  const { method, addresses, headers, data, form, isQuery, isOwn, implied, reading } = call
  const query = [...call.query, ...(isQuery ? data : [])].join('&')
  const hasForm = form.length > 0
  const hasBody = hasForm || (data.length > 0 && !isQuery)
  const sent = hasForm ? formOf('multipart', form) : { body: data.join('&'), type: call.type }
  for (const address of addresses) {
    if (call.hasPatterns && PATTERN.test(address.replace(REFERENCE, ''))) {
      reading.leave('address', 'with a pattern such as [1-3] or {a,b}, which curl expands')
      continue
    }
    reading.add({
      method: method ?? implied ?? (hasBody ? 'POST' : 'GET'),
      endpoint: withQuery(isOwn ? withOwnOrigin(address) : address, query),
      headers,
      ...(hasBody && sent),
    })
  }
  if (addresses.length === 0) reading.leave('command', 'without an address')
}

/** The text of a heredoc, or nothing of a file that a page cannot read. */
function contentOf(call: Call, file: string, of: string): string {
  if (file === '-' && call.input !== undefined) return call.input
  call.reading.leave('file', of)
  return ''
}

function addData(call: Call, value: string): void {
  call.data.push(value.startsWith('@') ? contentOf(call, value.slice(1), 'as the body') : value)
}

/** `content`, `=content` or `name=content`; `@file` and `name@file` are files. */
function addEncoded(call: Call, value: string): void {
  const [, name = '', sign, content = value] = /^([^=@]*)([=@])(.*)$/s.exec(value) ?? []
  const text = sign === '@' ? contentOf(call, content, 'as a field of the body') : content
  call.data.push(`${name ? `${name}=` : ''}${encodeURIComponent(text)}`)
}

/** `name=content`, with `;type=` behind it. */
function addPart(call: Call, value: string, isPlain = false): void {
  const [, name = '', content = ''] = /^([^=]*)=(.*)$/s.exec(value) ?? []
  call.implied = 'POST'
  if (!isPlain && /^[@<]/.test(content))
    return void call.reading.leave('file', 'as a field of a form')
  const [, text = content, type] = (!isPlain && /^(.*?);type=([^;]+)$/s.exec(content)) || []
  call.form.push([name, text, type])
}

/** Base64 of the text in UTF-8. */
export function toBase64(text: string): string {
  const code = encode(text).replaceAll('-', '+').replaceAll('_', '/')
  return code.padEnd(Math.ceil(code.length / 4) * 4, '=')
}

/** In the text of JSON, at both sides of the name of a variable. Nobody can type it. */
const MARK = newUuid()

/** Escapes a value for the inside of a JSON string. */
const JSON_TEXT = `json() {
  printf %s "$1" | jq -Rs . | sed 's/^"//; s/"$//'
}
`

/** Writes curl commands for a POSIX shell. */
export function writeCurl(script: Script): string {
  /** A word of a shell: quoted text and variables. */
  const word = (text: string) =>
    script
      .parts(text)
      .map((one) => (typeof one === 'string' ? quote(one) : `"$${one.variable}"`))
      .join('')
  function jsonWord(value: unknown): string {
    const inString = (text: string) =>
      script
        .parts(text)
        .map((one) =>
          typeof one === 'string' ? quoted(one).slice(1, -1) : MARK + one.variable + MARK,
        )
        .join('')
    const json = writeValue(value, { text: (text) => `"${inString(text)}"` }).split(MARK)
    return json.map((one, index) => (index % 2 ? `"$(json "$${one}")"` : quote(one))).join('')
  }
  function callOf({ method, url, headers, data, isText }: Step): string {
    const address = reachable(url)
    return [
      `curl ${method === 'GET' ? '' : `-X ${quote(method)} `}${word(address)}`,
      // Otherwise curl expands brackets and braces as patterns.
      ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
      // A semicolon is curl's syntax for a header without a value.
      ...Object.entries(headers).map(
        ([name, value]) => `-H ${latin1(word(value ? `${name}: ${value}` : `${name};`))}`,
      ),
      ...(data === undefined ? [] : [`--data-raw ${isText ? word(String(data)) : jsonWord(data)}`]),
    ].join(' \\\n  ')
  }
  const inputs = script.inputs.map(({ variable }) => `: "\${${variable}:?must be set}"\n`)
  const calls = script.steps.map((step) => {
    const call = callOf(step)
    if (step.keeps.length === 0) return `${call}\necho\n`
    const values = step.keeps.map(({ name, path }) => {
      const isToken = path.join() === 'encodedToken'
      const value = isToken ? TOKEN : `jq -r ${quote(dotted(path))}`
      return `${name}=$(printf %s "$response" | ${value})\n`
    })
    return `response=$(${call} --silent)\nprintf '%s\\n' "$response"\n${values.join('')}`
  })
  const text = [...inputs, ...calls].join('')
  const hasJson = text.includes('"$(json ')
  const needsJq = hasJson || text.includes('| jq ')
  return notesOf(script) + (needsJq ? '# Needs jq.\n' : '') + (hasJson ? JSON_TEXT : '') + text
}

const TOKEN = `sed '${TOKEN_TEXT}'`

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** The bytes of Latin-1, as browsers send headers: in a script they would be UTF-8. */
const latin1 = (words: string) =>
  words.replace(/[\x80-\xff]/g, (char) => {
    return `'"$(printf '\\${char.charCodeAt(0).toString(8)}')"'`
  })
