import { expect, it } from 'vitest'
import {
  asJson,
  countUsed,
  DEFAULT_REQUEST,
  editRow,
  headersOf,
  openRows,
  reasonUnsent,
  removeRow,
  type Sendable,
  toForm,
  toRequest,
  withBodyText,
  withSentBody,
} from './request-model.ts'

it('starts with the default request (R14.2)', () => {
  expect(toForm(DEFAULT_REQUEST)).toMatchObject({
    method: 'GET',
    endpoint: '/api/test-todos',
    rows: [{ header: 'Accept', value: '*/*', isUsed: true }, { isUsed: false }],
    bodyText: '{}',
    body: {},
    bodyError: undefined,
  })
})

it('stores a valid body and clears the error', () => {
  const broken = withBodyText(toForm(DEFAULT_REQUEST), '{')
  expect(withBodyText(broken, '[1]')).toMatchObject({ body: [1], bodyError: undefined })
})

it.each(['', ' ', '{', "{'a': 1}", 'undefined'])(
  'reports %j as invalid JSON and keeps the last valid body (R14.5)',
  (text) => {
    const form = withBodyText(withBodyText(toForm(DEFAULT_REQUEST), '{"a":1}'), text)
    expect(form).toMatchObject({
      bodyText: text,
      body: { a: 1 },
      bodyError: 'Error in JSON format',
    })
    expect(JSON.parse(toRequest(form).body)).toEqual({ a: 1 })
  },
)

it('notes the body that is sent in place of a text with an error, until the text changes (R14.5)', () => {
  const posting = {
    ...withBodyText(toForm(DEFAULT_REQUEST), '{ "a": 1 }'),
    method: 'POST' as const,
  }
  expect(withSentBody(posting).sentBody).toBeUndefined()
  const broken = withBodyText(posting, '{')
  expect(withSentBody(broken).sentBody).toBe('{"a":1}')
  expect(withSentBody({ ...broken, method: 'GET' }).sentBody).toBeUndefined()
  expect(withSentBody({ ...broken, body: 'x'.repeat(300) }).sentBody).toHaveLength(201)
  expect(withBodyText(withSentBody(broken), '{"a"').sentBody).toBeUndefined()
  expect(toRequest(withSentBody(broken))).not.toHaveProperty('sentBody')
})

it('converts a request to a form and back', () => {
  const form = toForm(DEFAULT_REQUEST)
  expect(toRequest(form)).toEqual(DEFAULT_REQUEST)
  const named = { ...form, rows: editRow(form.rows, 1, { header: 'X-Off' }) }
  expect(toRequest(named).headers).toHaveLength(2)
})

const accept = { isUsed: true, header: 'Accept', value: '*/*' }
const row = (header: string, value = '', isUsed = true) => ({ isUsed, header, value })

it('starts with the given rows and one empty disabled row (R14.2)', () => {
  expect(openRows([accept])).toEqual([
    { id: 0, ...accept },
    { id: 1, isUsed: false, header: '', value: '' },
  ])
})

it('keeps text pasted into the last row and appends an empty row (R14.3)', () => {
  const rows = editRow(openRows([accept]), 1, { value: 'pasted in one go' })
  expect(rows[1]).toMatchObject({ value: 'pasted in one go', isUsed: false })
  expect(rows[2]).toMatchObject({ header: '', value: '', isUsed: false })
  expect(rows).toHaveLength(3)
})

it('appends no row when a row other than the last is edited', () => {
  const rows = editRow(openRows([accept]), 0, { value: 'text/html' })
  expect(rows).toHaveLength(2)
  expect(headersOf(rows)).toEqual({ Accept: 'text/html' })
})

it('gives every new row a unique id, also after a removal', () => {
  let rows = editRow(openRows([accept]), 1, { header: 'A' })
  rows = removeRow(rows, 1)
  rows = editRow(rows, 2, { header: 'B' })
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
})

it('sends and counts only enabled rows (R14.3, R14.4)', () => {
  const rows = openRows([accept, row('X-Off', '1', false), row('X-On', ' 2 ')])
  expect(headersOf(rows)).toEqual({ Accept: '*/*', 'X-On': '2' })
  expect(countUsed(rows)).toBe(2)
})

it('leaves out rows that would fail the whole request and gives the reason', () => {
  const unsendable = [
    row(''),
    row('  '),
    row('two words'),
    row('a:b'),
    row('X-Car', '車'),
    row('Host'),
  ]
  expect(headersOf([accept, ...unsendable])).toEqual({ Accept: '*/*' })
  for (const one of unsendable) expect(reasonUnsent(one)).toMatch(/^This header isn't sent: /)
  expect(
    () => new Headers(headersOf([row('X-Név', 'x'), row('X-Ok', 'Zoë'), row('\n')])),
  ).not.toThrow()
})

it('accepts every header name that HTTP allows', () => {
  expect(headersOf([row("!#$%&'*+-.^_`|~aZ09", 'x')])).toEqual({ "!#$%&'*+-.^_`|~aZ09": 'x' })
})

it('sends headers of one name as a list (R14.37)', () => {
  const row = (header: string, value: string, isUsed = true) => ({ isUsed, header, value })
  expect(headersOf([row('X-A', '1'), row('x-a ', '2'), row('X-A', '3', false)])).toEqual({
    'X-A': '1, 2',
  })
})

it('keeps a body of another type as it is, until it is made JSON (R14.36)', () => {
  const typed = toForm({ ...DEFAULT_REQUEST, method: 'POST', body: 'a=1', type: 'text/plain' })
  expect(typed.bodyError).toBeUndefined()
  expect(toRequest(withBodyText(typed, 'b'))).toMatchObject({ body: 'b', type: 'text/plain' })
  expect(asJson(typed)).toMatchObject({ bodyText: 'a=1', bodyError: 'Error in JSON format' })
  const none = toForm({ ...DEFAULT_REQUEST, method: 'POST', body: '', type: '' })
  expect(toRequest(none)).toMatchObject({ body: '', type: '' })
  expect(toRequest(withBodyText(none, '1'))).not.toHaveProperty('type')
})

it('shows the part that matters of a request of a link or a pasted text, and a body that cannot be sent (R14.39)', () => {
  const row = { isUsed: true, header: 'X-Car', value: 'mk1' }
  const part = (changes: Partial<Sendable>) => toForm({ ...DEFAULT_REQUEST, ...changes }).part
  expect(part({})).toBe('Body')
  expect(part({ headers: [] })).toBe('Body')
  expect(part({ auth: 'session' })).toBe('Authorization')
  expect(part({ headers: [row], auth: 'session' })).toBe('Headers')
  expect(part({ method: 'POST', headers: [row], auth: 'session' })).toBe('Body')
  for (const method of ['GET', 'POST'] as const) {
    const form = toForm({ ...DEFAULT_REQUEST, method, headers: [row] })
    const wrong = withBodyText({ ...form, part: 'Headers' }, '{')
    expect(wrong.part).toBe('Headers')
    expect(withSentBody(wrong).part).toBe('Body')
  }
})
