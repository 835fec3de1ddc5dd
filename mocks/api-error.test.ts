import { expect, test } from 'vitest'
import { apiErrors } from '../src/contract/errors.ts'
import { quote } from './api-error.ts'
import { testApi } from './testing/api.ts'
import { callNames, prepare } from './testing/examples.ts'
import { wrongBodies } from './testing/wrong-bodies.ts'

const LONG = 'x'.repeat(10_000)
const catalogue = Math.max(...Object.values(apiErrors).map(({ text }) => text.length))

test('quote keeps 200 characters whole and leaves no half emoji of a longer text', () => {
  expect(quote('x'.repeat(200))).toBe('x'.repeat(200))
  expect(quote('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`)
  expect(quote(`${'x'.repeat(198)}🏍️`)).toBe(`${'x'.repeat(198)}\ufffd…`)
})

test.each(Object.keys(wrongBodies))('%s repeats at most 200 characters of a body', async (name) => {
  const call = callNames.find((one) => one === name)
  if (!call) throw new Error(`No call ${name}`)
  const { ask } = await prepare(call)
  const lengthened = (value: unknown) =>
    JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? inner + LONG : inner))
  const bodies = [
    LONG,
    [LONG],
    { [LONG]: LONG },
    ...(wrongBodies[call] ?? []).map(([, one]) => one),
  ]
  const named = (wrongBodies[call] ?? []).map(([field]) => ({ [field]: LONG }))
  for (const body of [...bodies, ...named]) {
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
