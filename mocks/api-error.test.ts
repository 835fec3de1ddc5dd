import { expect, test } from 'vitest'
import { calls } from '../src/contract/calls.ts'
import { apiErrors } from '../src/contract/errors.ts'
import { quote } from './api-error.ts'
import { testApi } from './testing/api.ts'
import { callNames, prepare } from './testing/examples.ts'
import { wrongBodiesOf } from './testing/wrong-bodies.ts'

const LONG = 'x'.repeat(10_000)
const catalogue = Math.max(...Object.values(apiErrors).map(({ text }) => text.length))

test('quote keeps 200 characters whole and leaves no half emoji of a longer text', () => {
  expect(quote('x'.repeat(200))).toBe('x'.repeat(200))
  expect(quote('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
  expect(quote(`${'x'.repeat(198)}🏍️`)).toBe(`${'x'.repeat(198)}\ufffd…`)
})

const withJson = callNames.filter((name) => 'body' in calls[name] && !('form' in calls[name]))

test.each(withJson)('%s repeats at most 200 characters of a body', async (name) => {
  const { ask } = await prepare(name)
  const lengthened = (value: unknown) =>
    JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? inner + LONG : inner))
  const wrong = wrongBodiesOf(name)
  const named = wrong.map(([field]) => ({ [field]: LONG }))
  for (const body of [LONG, [LONG], { [LONG]: LONG }, ...wrong.map(([, one]) => one), ...named]) {
    const { error } = await ask({ text: lengthened(body) })
    expect(error?.[0]?.length ?? 0).toBeLessThanOrEqual(Math.max(200, catalogue))
  }
})

test('the refusal of an unknown path repeats at most 200 characters of it', async () => {
  const { send } = testApi()
  const shortest = (await (await send('/api/x')).json()).error[0].length
  for (const [path, method] of [
    [`/api/${LONG}`, 'GET'],
    ['/api/x', LONG],
    [`/api/${LONG}`, LONG],
  ] as const) {
    const [text] = (await (await send(path, { method })).json()).error
    expect(text.length).toBeLessThanOrEqual(shortest + 200)
    expect(text).toContain('but there was no route defined')
  }
})
