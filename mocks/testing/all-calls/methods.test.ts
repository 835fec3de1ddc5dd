import { expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls.ts'
import { callNames, prepareExample } from '../examples.ts'
import { requestsWithoutWrite } from '../methods.ts'
import { valuesUnder } from '../stores.ts'

test.each(callNames)(
  'no undeclared method on the path of %s changes anything (R12.25)',
  async (name) => {
    const { store, options, send } = await prepareExample(name)
    const before = await valuesUnder(store)
    for (const { path, ...init } of requestsWithoutWrite(name, options)) {
      const { status } = await send(path, init)
      expect(status, init.method).toBeLessThan(500)
      expect(await valuesUnder(store), init.method).toEqual(before)
    }
  },
)

const reads = callNames.filter((name) => name.startsWith('GET '))

test.each(reads)('HEAD gets the status and headers of %s, and no body (R12.25)', async (name) => {
  const { options, send } = await prepareExample(name)
  const [get, head] = requestsWithoutWrite(name, options).filter(({ method }) =>
    ['GET', 'HEAD'].includes(method),
  )
  const replies = await Promise.all(
    [get, head].map(async (one) => {
      const { path = '', ...init } = one ?? {}
      const response = await send(path, init)
      response.headers.delete('Server-Timing')
      return { response, text: await response.text() }
    }),
  )
  const [full, empty] = replies
  expect(full?.response.status).toBe(calls[name].status)
  expect(empty?.response.status).toBe(full?.response.status)
  expect([...(empty?.response.headers ?? [])]).toEqual([...(full?.response.headers ?? [])])
  expect(empty?.text).toBe('')
})

test('no GET is a declared write', () => {
  expect(reads.filter((name) => 'writes' in calls[name])).toEqual([])
})
