import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { calls } from '../../../src/contract/calls.ts'
import { callNames, prepareExample } from '../examples.ts'
import { valuesUnder } from '../stores.ts'

// The token of a sign-up contains the second at which it was issued.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const dataWrites = callNames.filter((name) => {
  const { writes, control }: Call = calls[name]
  // The session of a deleted account has ended.
  return writes && !control && name !== 'POST /api/account/delete'
})

test.each(dataWrites.flatMap((name) => [{ name }, { name, prefer: 'return=minimal' }]))(
  '$name ($prefer) repeated with its key gets the same reply and changes nothing',
  async ({ name, ...options }) => {
    const { ask, store } = await prepareExample(name)
    const first = await ask({ ...options, key: 'a' })
    const before = await valuesUnder(store)
    const { status, data } = await ask({ ...options, key: 'a' })
    expect([status, data]).toEqual([first.status, first.data])
    expect(status).toBeLessThan(300)
    expect(await valuesUnder(store)).toEqual(before)
  },
)
