import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { type CallName, calls } from '../../../src/contract/calls.ts'
import { callNames, prepareExample } from '../examples.ts'
import { valuesUnder } from '../stores.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** The same token is refused after them. */
const ENDS_SESSION: CallName[] = ['POST /api/account/delete', 'POST /api/auth/logout']

const dataWrites = callNames.filter((name) => {
  const { writes, control }: Call = calls[name]
  return writes && !control && !ENDS_SESSION.includes(name)
})

/** A repeated sign-up is a log-in, whose token is of a session of its own (R12.26). */
const withoutToken = (data: unknown) => ({ ...Object(data), encodedToken: undefined })

test.each(dataWrites.flatMap((name) => [{ name }, { name, prefer: 'return=minimal' }]))(
  '$name ($prefer) repeated with its key gets the same reply and changes nothing',
  async ({ name, ...options }) => {
    const { ask, store } = await prepareExample(name)
    const first = await ask({ ...options, key: 'a' })
    const before = await valuesUnder(store)
    const { status, data } = await ask({ ...options, key: 'a' })
    expect([status, withoutToken(data)]).toEqual([first.status, withoutToken(first.data)])
    expect(status).toBeLessThan(300)
    expect(await valuesUnder(store)).toEqual(before)
  },
)
