import { expect, test } from 'vitest'
import type { Call } from '../../src/contract/call.ts'
import { calls } from '../../src/contract/calls.ts'
import { callable } from './callable.ts'
import { caseOf } from './cases/case-of.ts'
import { call } from './client.ts'
import { scene } from './scene.ts'

const prefer = 'return=minimal'
const lists = ['posts', 'bookmarks', 'comments', 'liked']

const isWrite = (name: (typeof callable)[number]) => {
  const { safe, control }: Call = calls[name]
  return !(name.startsWith('GET') || safe || control)
}
const writes = callable.filter(isWrite)

test.each(writes)('%s says so when it answers only what it changed', async (name) => {
  const options = await caseOf(name).succeeds(await scene())
  const { status, headers, data } = await call(name, { ...options, prefer })
  expect(status).toBe(calls[name].status)
  expect(headers.get('Preference-Applied')).toBe(prefer)
  // The post or comment that was changed, or none when it was removed from the list.
  for (const [key, value] of Object.entries(data)) {
    if (!lists.includes(key)) continue
    const removes = /^DELETE|\/delete\/|remove-/.test(name) || (key === 'liked' && /dis/.test(name))
    expect(value, key).toHaveLength(removes ? 0 : 1)
  }
})

test.each(writes)('%s answers in full unless asked for less', async (name) => {
  const options = await caseOf(name).succeeds(await scene())
  const { headers } = await call(name, { ...options, prefer: 'respond-async' })
  expect(headers.has('Preference-Applied')).toBe(false)
})

test.each(callable.filter((name) => !isWrite(name)))(
  '%s has no minimal answer, whatever is preferred',
  async (name) => {
    const options = await caseOf(name).succeeds(await scene())
    expect((await call(name, { ...options, prefer })).headers.has('Preference-Applied')).toBe(false)
  },
)
