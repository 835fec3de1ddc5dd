import { expect, test } from 'vitest'
import { type CallName, calls } from './calls.ts'

const names = Object.keys(calls) as CallName[]

test('calls that write content reply 201, all others 200 (R12.2)', () => {
  const writesContent = (name: CallName) =>
    /^(POST|DELETE) \/api\/(posts|comments|uploads)\b/.test(name) ||
    ['POST /api/auth/signup', 'POST /api/users/edit', 'POST /api/users/report/:id'].includes(name)
  const expected = names.map((name) => [name, writesContent(name) ? 201 : 200])
  expect(names.map((name) => [name, calls[name].status])).toEqual(expected)
})
