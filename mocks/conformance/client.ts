import * as v from 'valibot'
import { expect } from 'vitest'
import { type Answer, callThrough, type Options } from '../../src/client/call-through.ts'
import type { Call } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { viewedSchema } from '../../src/contract/viewed.ts'
import { succeedWith } from '../testing/scene.ts'
import { send } from './server.ts'

const callServer = callThrough(send)

/** Makes a call of the server under test and checks that the reply matches the contract. */
export async function call<Name extends CallName>(
  name: Name,
  options?: Options<Name>,
): Promise<Answer<Name>> {
  const answer = await callServer(name, options)
  checkAnswer(name, answer)
  return answer
}

export const succeed = succeedWith(call)

type AnyAnswer = { status: number; headers: Headers; data: unknown }

const Failed = v.strictObject({
  error: v.pipe(v.array(v.pipe(v.string(), v.nonEmpty())), v.minLength(1)),
  description: v.optional(v.string()),
})

/** `YYYY-MM-DDTHH:mm:ssZ` (R12.16). */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/

/** Checks the rules for every reply, success or error. */
function checkAnswer(name: CallName, { status, headers, data }: AnyAnswer): void {
  const call: Call = calls[name]
  if (call.binary && status === 302) {
    expect(headers.get('Location'), `${name} does not say where the bytes are now`).toBeTruthy()
    return
  }
  const succeeded = status === call.status
  const isOwn = headers.get('Preference-Applied')?.includes('people=own')
  const reply = isOwn ? viewedSchema(call.reply) : call.reply
  const { issues, output } = v.safeParse(succeeded ? reply : Failed, data)
  expect(issues, `${name} answers ${status} ${JSON.stringify(data)}`).toBeUndefined()
  // Parsing drops unknown fields: equality means that the reply has no others.
  expect(output, name).toEqual(data)
  const type = headers.get('Content-Type')
  expect(type, name).toMatch(succeeded && call.binary ? /^image\// : /^application\/json/)
  // Only files never change.
  const kept = succeeded && call.binary ? /immutable/ : /no-store/
  expect(headers.get('Cache-Control'), name).toMatch(kept)
  if (!succeeded) expect(headers.has('Preference-Applied'), name).toBe(false)
  if (!call.control) expect([...badFields(data)], name).toEqual([])
}

/** Fields that no reply may contain: a password, or a timestamp in another format. */
function* badFields(data: unknown): Generator<string> {
  if (typeof data !== 'object' || data === null) return
  for (const [key, value] of Object.entries(data)) {
    if (/password/i.test(key)) yield key
    if (/^(created|updated)At$/.test(key) && !TIMESTAMP.test(value)) yield `${key}: ${value}`
    yield* badFields(value)
  }
}
