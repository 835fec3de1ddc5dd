import { expect, it } from 'vitest'
import { editRow } from './header-rows.ts'
import { DEFAULT_REQUEST, toForm, toRequest, withBodyText } from './tester-request.ts'

it('starts with the default request', () => {
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
  'reports %j as invalid JSON and keeps the last valid body',
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

it('converts a request to a form and back', () => {
  const form = toForm(DEFAULT_REQUEST)
  expect(toRequest(form)).toEqual(DEFAULT_REQUEST)
  const named = { ...form, rows: editRow(form.rows, 1, { header: 'X-Off' }) }
  expect(toRequest(named).headers).toHaveLength(2)
})
