import { expect, test } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { wrongBodiesOf } from '../testing/wrong-bodies.ts'
import { caseOf, cases } from './cases/cases.ts'
import { call } from './client.ts'
import { scene } from './scene.ts'
import { callable } from './server.ts'

type Key = keyof typeof apiErrors

const listed = callable.flatMap((name) =>
  Object.keys(caseOf(name).refuses).map((key) => ({ name, key: key as Key })),
)

test.each(listed)(
  '$name fails with the exact text of $key (R3.6, R5.4, R6.2, R7.1, R12.8)',
  async ({ name, key }) => {
    const options = await caseOf(name).refuses[key]?.(await scene())
    const { status, data } = await call(name, { ...options, prefer: 'return=minimal' })
    const { status: expected, text } = apiErrors[key]
    expect([status, data]).toEqual([expected, { error: [text] }])
  },
)

const ofViewer = callable.filter((name) => (calls[name] as Call).auth)

test.each(ofViewer)('%s fails without a valid token (R3.14)', async (name) => {
  const { token, ...options } = await caseOf(name).succeeds(await scene())
  for (const bad of [undefined, 'nonsense', 'Bearer ', `${token?.slice(0, -8)}AAAAAAAA`]) {
    const { status, data } = await call(name, { ...options, token: bad })
    expect([status, data]).toEqual([404, { error: [apiErrors.notRegistered.text] }])
  }
})

const pathParams = callable.flatMap((name) =>
  [...name.matchAll(/:(\w+)/g)].map(([, param = '']) => ({ name, param })),
)

test.each(pathParams)(
  '$name returns 404 for an unknown $param (R12.9)',
  async ({ name, param }) => {
    const options = await caseOf(name).succeeds(await scene())
    const isUpload = name.includes('/uploads/')
    const users = { id: apiErrors.unknownUser, username: apiErrors.unknownUser }
    const { text } = {
      ...users,
      postId: apiErrors.unknownPost,
      commentId: apiErrors.unknownComment,
    }[param as 'id']
    const expected = isUpload ? apiErrors.unknownUpload.text : text
    for (const unknown of ['nobody', '0', '99999999', '__proto__', '%']) {
      const params = { ...options.params, [param]: unknown } as typeof options.params
      const { status, error } = await call(name, { ...options, params })
      expect([status, error], unknown).toEqual([404, [expected]])
    }
  },
)

const withJson = callable.filter((name) => 'body' in calls[name] && !('form' in calls[name]))

test.each(withJson)('%s returns 400 for malformed JSON (R12.9)', async (name) => {
  const { body, ...options } = await caseOf(name).succeeds(await scene())
  for (const text of ['{', 'username=guest', '']) {
    const { status, data } = await call(name, { ...options, text })
    expect([status, data]).toEqual([400, { error: [apiErrors.malformedJson.text] }])
  }
})

const withBody = callable.filter((name) => 'body' in calls[name])

test.each(withBody)(
  '%s names the invalid field of its body (R3.5, R12.9, R15.12)',
  async (name) => {
    const options = await caseOf(name).succeeds(await scene())
    const wrong = wrongBodiesOf(name)
    expect(wrong).not.toEqual([])
    for (const [field, body] of wrong) {
      const sent = 'form' in calls[name] ? { body: body as never } : { text: JSON.stringify(body) }
      const { status, error } = await call(name, { ...options, ...sent })
      expect([status, error], JSON.stringify(body)).toEqual([
        400,
        [expect.stringMatching(`^${field}: .`)],
      ])
    }
  },
)

const withForm = callable.filter((name) => 'form' in calls[name])

test.each(withForm)('%s returns 400 for a body that is not a form', async (name) => {
  const { body, ...options } = await caseOf(name).succeeds(await scene())
  for (const text of ['{}', '']) {
    const { status, error } = await call(name, { ...options, text })
    expect([status, error]).toEqual([400, [expect.stringMatching(/^file: /)]])
  }
})

// A runtime check for servers whose tests run without the compiler.
test('every call of the contract and each of its errors are tested', () => {
  expect(Object.keys(cases)).toEqual(Object.keys(calls))
  for (const [name, { refuses = [] }] of Object.entries<Call>(calls)) {
    const { refuses: tried } = caseOf(name as CallName)
    const texts = Object.keys(tried).map((key) => apiErrors[key as Key].text)
    expect(texts.sort(), name).toEqual(refuses.map(({ text }) => text).sort())
  }
})
