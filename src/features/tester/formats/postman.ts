import { isClub } from '../../../pwa/club.ts'
import { authorizationName, isSecretName } from '../redact.ts'
import { type HeaderFields, REFERENCE, type RequestModel } from '../request/request-model.ts'
import { type Check, describeCheck } from '../saved/checks.ts'
import { freeName, slugOf } from '../saved/names.ts'
import { parseReference } from '../saved/references.ts'
import { makeValue } from '../saved/variables.ts'
import { toBase64 } from './curl.ts'
import { type Context, type Item, type Recorded, toItems } from './exported.ts'
import { literal } from './javascript.ts'
import {
  formOf,
  header,
  type Imported,
  pairOf,
  Reading,
  URL_ENCODED,
  withQuery,
} from './reading.ts'
import { dotted, LOCAL_API, withOwnOrigin } from './script.ts'
import { isTree, listOf, type Tree, textOf, treeOf } from './tree.ts'

/** The variable for the address of the app: another name than that of hosts that a document does not name. */
const OWN_URL = 'gearheadsUrl'

/** Keys that are no parts of a request, or say again what others do. */
const NOUNS = {
  ...{ info: '', id: '', uid: '', name: '', host: '', path: '', port: '', protocol: '', hash: '' },
  ...{ query: '', type: '', options: '', listen: '', mode: '', contentType: '', uuid: '' },
  ...{ key: '', value: '' },
  description: 'description',
  response: 'saved reply|of a request',
}

export const isPostman = (data: unknown): data is Tree =>
  isTree(data) && isTree(data.info) && Array.isArray(data.item)

/** What a folder gives to the requests in it. */
type Scope = {
  folders: string[]
  auth: unknown
  values: ReadonlyMap<string, string>
  /** Of all folders: the variables for users with their passwords. */
  accounts: Map<string, string>
  depth: number
}

const MAX_DEPTH = 20

/** Reads a collection of Postman, v2.1 or v2.0 (R14.26). Its scripts are named, and neither run nor read. */
export function readPostman(collection: Tree): Imported {
  const reading = new Reading()
  reading.readDocument<Tree>(collection, NOUNS, (data) => {
    const maps = { values: new Map(), accounts: new Map() }
    readItem(data, reading, { folders: [], auth: undefined, ...maps, depth: 0 })
  })
  return reading.done()
}

/** A folder, of which the collection is one, or a request. */
function readItem(item: Tree, reading: Reading, outer: Scope): void {
  const scope = {
    ...outer,
    auth: ownAuth(item) ?? outer.auth,
    values: valuesOf(item, outer.values),
  }
  reading.current = textOf(item.name) ?? ''
  for (const event of listOf(item.event)) {
    const { script, listen } = treeOf(event)
    const exec = isTree(script) ? script.exec : script
    const text = [exec].flat().map(textOf).join('\n')
    if (!text.trim()) continue
    reading.leave('script', listen === 'prerequest' ? 'before a request' : '')
    const tests = text.match(/\bpm\.test\(|\btests\[/g)?.length ?? 0
    if (tests > 0) reading.leave('test', '', tests)
  }
  if (!Array.isArray(item.item)) return void readRequest(item, reading, scope)
  if (scope.depth >= MAX_DEPTH) return void reading.leave('folder', 'nested too deeply')
  const name = textOf(item.name)
  const folders = name ? [...scope.folders, name] : scope.folders
  for (const one of item.item) {
    if (isTree(one)) readItem(one, reading, { ...scope, folders, depth: scope.depth + 1 })
    else reading.leave('malformed entry')
  }
}

/** The values of a collection, which are filled in. A secret is left as a variable, which asks for its value. */
function valuesOf(item: Tree, outer: Scope['values']): Scope['values'] {
  const own = listOf(item.variable).flatMap((one): [string, string][] => {
    const { key, id, value, disabled } = treeOf(one)
    const name = textOf(key ?? id)
    const text = textOf(value)
    return name && text && !disabled && !isSecretName(name) ? [[name, text]] : []
  })
  return own.length > 0 ? new Map([...outer, ...own]) : outer
}

/** Values can have variables themselves. */
function fill(text: string, values: Scope['values'], depth = 0): string {
  return text.replace(REFERENCE, (found) => {
    const value = values.get(found.slice(2, -2).trim())
    if (value === undefined || depth > 5) return found
    return fill(value, values, depth + 1)
  })
}

function readRequest(item: Tree, reading: Reading, scope: Scope): void {
  const { folders, auth, values } = scope
  const { request } = item
  if (typeof request !== 'string' && !isTree(request))
    return void reading.leave('item', 'without a request')
  const name = [...folders, textOf(item.name) ?? ''].filter(Boolean).join(' / ')
  reading.current = textOf(item.name) ?? name
  const given = treeOf(request)
  const inText = (text: string) => fill(text, values)
  const headers = headersOf(given.header, reading).map((row) => ({
    ...row,
    header: inText(row.header),
    value: inText(row.value),
  }))
  const own = authorize(ownAuth(given) ?? auth, inText, reading, scope.accounts)
  const address = withOwnOrigin(
    inText(addressOf(typeof request === 'string' ? request : given.url, reading)),
  )
  const body = bodyOf(treeOf(given.body), reading)
  reading.add({
    name,
    method: textOf(given.method),
    endpoint: withQuery(address, own.query),
    headers: [...headers, ...own.headers],
    ...body,
    ...(body?.body !== undefined && { body: inText(body.body) }),
  })
}

/** `raw`, or the parts of an address. `:id` in the path is one of its variables. */
function addressOf(url: unknown, reading: Reading): string {
  const parts = treeOf(url)
  const query = listOf(parts.query).map(treeOf)
  const used = query.filter(({ disabled }) => !disabled)
  reading.leave('switched-off query parameter', '', query.length - used.length)
  const search = used
    .map(({ key, value }) => (textOf(key) ?? '') + (value == null ? '' : `=${textOf(value)}`))
    .join('&')
  const whole = textOf(url) ?? textOf(parts.raw) ?? joined(parts)
  // Some programs write parameters that are off into `raw`.
  const isRaw = query.length === used.length && whole.includes('?')
  const address = isRaw ? whole : whole.replace(/(\?[^#]*)?(?=#|$)/, () => search && `?${search}`)
  const [, start = '', path = '', rest = ''] =
    /^([a-z][a-z\d+.-]*:\/\/[^/?#]*|\{\{[^{}]*\}\}|[^/?#{]*)([^?#]*)(.*)$/is.exec(address) ?? []
  const named = listOf(parts.variable).map(treeOf)
  const filled = path.replace(/\/:([^/?#]+)/g, (_, key: string) => {
    const value = textOf(named.find((one) => (one.key ?? one.id) === key)?.value)
    return `/${value || `{{${key}}}`}`
  })
  return start + filled + rest
}

/** Without the query. */
function joined({ protocol, host, port, path, hash }: Tree): string {
  const join = (value: unknown, by: string) =>
    [value]
      .flat()
      .flatMap((one) => textOf(one) ?? textOf(treeOf(one).value) ?? [])
      .join(by)
  const start = (protocol ? `${protocol}://` : '') + join(host, '.') + (port ? `:${port}` : '')
  const way = join(path, '/')
  return start + (way && !way.startsWith('/') ? `/${way}` : way) + (hash ? `#${hash}` : '')
}

/** Rows, or lines of text. */
function headersOf(given: unknown, reading: Reading): HeaderFields[] {
  const rows = typeof given === 'string' ? given.split(/\r?\n/) : listOf(given)
  return rows.flatMap((row) => {
    if (typeof row === 'string') {
      const [name = '', value = ''] = row.split(/:(.*)/s)
      return name.trim() ? header(name.trim(), value.trim()) : []
    }
    const { key, value, disabled } = treeOf(row)
    const name = textOf(key)
    if (name) return header(name, textOf(value) ?? '', !disabled)
    if (value) reading.leave('header', 'without a name')
    return []
  })
}

/** The authorization of an item, if it has one of its own. */
const ownAuth = ({ auth }: Tree): unknown => (treeOf(auth).type === 'inherit' ? undefined : auth)

/** The headers and parameters of an authorization, which folders and the collection hand down. */
function authorize(
  auth: unknown,
  inText: (text: string) => string,
  reading: Reading,
  accounts: Scope['accounts'],
) {
  const none = { headers: [] as HeaderFields[], query: '' }
  const { type: kind } = treeOf(auth)
  const type = textOf(kind)
  if (!type || type === 'noauth') return none
  const given = treeOf(auth)[type]
  // In v2.0 an object.
  const fields: Tree = Array.isArray(given)
    ? Object.fromEntries(given.map((one) => [String(treeOf(one).key), treeOf(one).value]))
    : { ...treeOf(given) }
  const field = (name: string) => inText(textOf(fields[name]) ?? '')
  const named = (name: string, value: string) => ({ ...none, headers: [header(name, value)] })
  if (type === 'bearer') return named('Authorization', `Bearer ${field('token') || '{{token}}'}`)
  if (type === 'basic') {
    const user = field('username')
    const pair = `${user}:${field('password')}`
    if (!pair.match(REFERENCE)) return named('Authorization', `Basic ${toBase64(pair)}`)
    // Base64 of a value is not known before the value.
    const known = accounts.get(pair)
    const name =
      known ?? freeName(authorizationName(user), (one) => [...accounts.values()].includes(one))
    accounts.set(pair, name)
    reading.leave(
      'basic authorization',
      `of ${user}: {{${name}}} asks for the base64 of user:password`,
    )
    return named('Authorization', `Basic {{${name}}}`)
  }
  if (type === 'apikey') {
    const [name, value] = [field('key'), field('value')]
    if (field('in') !== 'query') return named(name || 'X-API-Key', value)
    return { ...none, query: pairOf(name, value) }
  }
  if (type === 'oauth2' && field('addTokenTo') !== 'queryParams')
    return named(
      'Authorization',
      `${field('headerPrefix').trim() || 'Bearer'} ${field('accessToken') || '{{accessToken}}'}`,
    )
  reading.leave('authorization', `of the type ${type.slice(0, 40)}`)
  return none
}

const TYPES: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
}

function bodyOf(body: Tree, reading: Reading): { body?: string; type?: string } | undefined {
  const mode = textOf(body.mode)
  if (!mode || body.disabled) return undefined
  if (mode === 'raw') {
    const { language } = treeOf(treeOf(body.options).raw)
    return { body: textOf(body.raw), type: TYPES[String(language)] ?? 'text/plain' }
  }
  if (mode === 'graphql') {
    const { query, variables, operationName } = treeOf(body.graphql)
    const text = textOf(variables)?.trim() || '{}'
    const name = operationName ? `,"operationName":${JSON.stringify(operationName)}` : ''
    return {
      body: `{"query":${JSON.stringify(query ?? '')},"variables":${text}${name}}`,
      type: TYPES.json,
    }
  }
  const given = body[mode]
  if (mode === 'urlencoded' && typeof given === 'string') return { body: given, type: URL_ENCODED }
  if (mode !== 'urlencoded' && mode !== 'formdata') {
    if (given && mode === 'file') reading.leave('file', 'as the body')
    else if (given) reading.leave('body', `of the kind ${mode.slice(0, 40)}`)
    return undefined
  }
  const fields = listOf(given).map(treeOf)
  const used = fields.filter(({ disabled }) => !disabled)
  reading.leave('switched-off form field', '', fields.length - used.length)
  const texts = used.filter((one) => one.type !== 'file')
  const files = used.filter((one) => one.type === 'file').map(({ src }) => src)
  reading.leave('file', 'as a field of a form', files.length)
  const type = mode === 'formdata' ? 'multipart/form-data' : URL_ENCODED
  return formOf(
    type,
    texts.map(({ key, value, contentType }) => [
      textOf(key) ?? '',
      textOf(value) ?? '',
      textOf(contentType),
    ]),
  )
}

/** The schema that names the format. */
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/**
 * Writes a collection of Postman, v2.1 (R14.26). Texts in braces stay as they are: a script after each request sets the
 * values that others use by those names.
 */
export function writePostman(exchanges: readonly Recorded[], context: Context): string {
  const items = toItems(exchanges, context)
  const used = new Map<string, { slug: string; script: string } | undefined>()
  for (const { request } of items)
    for (const [found] of textsOf(request).matchAll(REFERENCE)) {
      const inside = found.slice(2, -2)
      // Inside of JSON, quotation marks are escaped.
      const reference = parseReference(inside) ?? parseReference(inside.replaceAll('\\"', '"'))
      const source = reference && items.find(({ name }) => slugOf(name) === reference.name)
      const script = `pm.collectionVariables.set(${literal(inside)}, pm.response.json()${dotted(reference?.path ?? [])});`
      used.set(inside, source && { slug: slugOf(source.name), script })
    }
  const item = items.map((one) => toItem(one, scriptsFor(one.name)))
  const asked = [...used].filter(([name, source]) => !source && !makeValue(name.trim()))
  const variable = [
    { key: OWN_URL, value: isClub ? location.origin : LOCAL_API },
    ...asked
      .filter(([name]) => name !== OWN_URL)
      .map(([name]) => ({ key: name, value: context.values?.get(name.trim()) ?? '' })),
  ]
  return `${JSON.stringify({ info: { name: 'Gearheads', schema: SCHEMA }, item, variable }, null, 2)}\n`

  function scriptsFor(name: string): string[] {
    const slug = slugOf(name)
    return [...used.values()].flatMap((source) => (source?.slug === slug ? source.script : []))
  }
}

const textsOf = ({ endpoint, headers, body }: RequestModel) =>
  [endpoint, ...headers.map(({ value }) => value), body].join('\n')

function toItem({ name, request, checks }: Item, scripts: string[]) {
  const { method, endpoint, headers, body, type } = request
  const url = endpoint.startsWith('/') ? `{{${OWN_URL}}}${endpoint}` : endpoint
  const hasBody = method !== 'GET' && method !== 'HEAD' && type !== ''
  const rows = type && hasBody ? [...headers, header('Content-Type', type)] : headers
  const exec = [...scripts, ...checks.map(toTest)]
  const options = type === undefined && { options: { raw: { language: 'json' } } }
  return {
    name,
    request: {
      method,
      header: rows.map(({ isUsed, header, value }) => ({
        key: header,
        value,
        ...(!isUsed && { disabled: true }),
      })),
      url: { raw: url, ...splitUrl(url) },
      ...(hasBody && { body: { mode: 'raw', raw: body, ...options } }),
    },
    ...(exec.length && { event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] }),
  }
}

/** The parts of an address that Postman shows; it sends `raw` without them wrongly. */
function splitUrl(url: string) {
  const [, host = '', path = '', query = ''] =
    /^(\{\{[^{}]*\}\}|[a-z]+:\/\/[^/?#]+)?([^?#]*)\??([^#]*)/i.exec(url) ?? []
  const pairs = query ? query.split('&').map((pair) => pair.split(/=(.*)/s)) : []
  return {
    host: [host],
    path: path.split('/').slice(1),
    ...(query && { query: pairs.map(([key = '', value = '']) => ({ key, value })) }),
  }
}

function toTest(check: Check): string {
  return `pm.test(${literal(describeCheck(check))}, () => ${toExpectation(check)});`
}

function toExpectation({ path, kind, value }: Check): string {
  const [part, ...rest] = path
  const actual =
    part === 'status'
      ? 'pm.response.code'
      : part === 'headers'
        ? `pm.response.headers.get(${literal(rest[0])})`
        : `pm.response.json()${dotted(rest)}`
  if (kind === 'exists') return `pm.expect(${actual}).to.not.be.undefined`
  if (kind === 'matches')
    return `pm.expect(String(${actual})).to.match(new RegExp(${literal(value)}))`
  if (kind === 'length')
    return `pm.expect(Object.keys(${actual})).to.have.lengthOf(${Number(value)})`
  if (kind === 'type') return `pm.expect(${actual}).to.be.a(${literal(value)})`
  return `pm.expect(${actual}).to.eql(${JSON.stringify(value)})`
}
