import { expect, it } from 'vitest'
import { editRow } from './header-rows.ts'
import { closeRequest, DEFAULT_REQUEST, openRequest, withBodyText } from './tester-request.ts'

it('starts with the defaults of the specification', () => {
  expect(openRequest(DEFAULT_REQUEST)).toMatchObject({
    method: 'GET',
    endpoint: '/api/test-todos',
    rows: [{ header: 'Accept', value: '*/*', isUsed: true }, { isUsed: false }],
    bodyText: '{}',
    body: {},
    bodyError: undefined,
  })
})

it('stores a body that is JSON and clears the error', () => {
  const broken = withBodyText(openRequest(DEFAULT_REQUEST), '{')
  expect(withBodyText(broken, '[1]')).toMatchObject({ body: [1], bodyError: undefined })
})

it.each(['', ' ', '{', "{'a': 1}", 'undefined'])(
  'reports %j as no JSON and keeps the last body',
  (text) => {
    const form = withBodyText(withBodyText(openRequest(DEFAULT_REQUEST), '{"a":1}'), text)
    expect(form).toMatchObject({
      bodyText: text,
      body: { a: 1 },
      bodyError: 'Error in JSON format',
    })
    expect(JSON.parse(closeRequest(form).body)).toEqual({ a: 1 })
  },
)

it('closes to what it was opened from', () => {
  const form = openRequest(DEFAULT_REQUEST)
  expect(closeRequest(form)).toEqual(DEFAULT_REQUEST)
  const named = { ...form, rows: editRow(form.rows, 1, { header: 'X-Off' }) }
  expect(closeRequest(named).headers).toHaveLength(2)
})
