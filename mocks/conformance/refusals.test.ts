import { expect, test } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { wrongBodies } from '../testing/wrong-bodies.ts'
import { callable } from './callable.ts'
import { caseOf } from './cases/case-of.ts'
import { cases } from './cases/cases.ts'
import { call } from './client.ts'
import { scene } from './scene.ts'

type Key = keyof typeof apiErrors

const listed = callable.flatMap((name) =>
  Object.keys(caseOf(name).refuses).map((key) => ({ name, key: key as Key })),
)

test.each(listed)('$name refuses with the text of $key, to the letter', async ({ name, key }) => {
  const options = await caseOf(name).refuses[key]?.(await scene())
  const { status, data } = await call(name, options)
  const { status: expected, text } = apiErrors[key]
  expect([status, data]).toEqual([expected, { error: [text] }])
})

const ofViewer = callable.filter((name) => (calls[name] as Call).auth)

test.each(ofViewer)('%s refuses a visitor without a good token', async (name) => {
  const { token, ...options } = await caseOf(name).succeeds(await scene())
  for (const bad of [undefined, 'nonsense', 'Bearer ', `${token?.slice(0, -8)}AAAAAAAA`]) {
    const { status, data } = await call(name, { ...options, token: bad })
    expect([status, data]).toEqual([404, { error: [apiErrors.notRegistered.text] }])
  }
})

const withJson = callable.filter((name) => 'body' in calls[name] && !('form' in calls[name]))

test.each(withJson)('%s refuses a body that is no JSON', async (name) => {
  const { body, ...options } = await caseOf(name).succeeds(await scene())
  for (const text of ['{', 'username=guest', '']) {
    const { status, data } = await call(name, { ...options, text })
    expect([status, data]).toEqual([400, { error: [apiErrors.malformedJson.text] }])
  }
})

const wrong = callable.flatMap((name) =>
  (wrongBodies[name] ?? []).map(([field, body]) => ({ name, field, body })),
)

test.each(wrong)('$name names $field in its refusal of $body', async ({ name, field, body }) => {
  const options = await caseOf(name).succeeds(await scene())
  const sent = 'form' in calls[name] ? { body: body as never } : { text: JSON.stringify(body) }
  const { status, error } = await call(name, { ...options, ...sent })
  expect([status, error]).toEqual([400, [expect.stringMatching(`^${field}: .`)]])
})

// The compiler asks for them; this does where it did not run.
test('every call of the contract, each of its refusals and its body are tried', () => {
  expect(Object.keys(cases)).toEqual(Object.keys(calls))
  for (const [name, { refuses = [], body }] of Object.entries<Call>(calls)) {
    const { refuses: tried } = caseOf(name as CallName)
    const wrong = wrongBodies[name as CallName] ?? []
    const texts = Object.keys(tried).map((key) => apiErrors[key as Key].text)
    expect(texts.sort(), name).toEqual(refuses.map(({ text }) => text).sort())
    expect(wrong.length > 0, name).toBe(body !== undefined)
  }
})
