import type { Call } from '../../../contract/call.ts'
import { type CallName, calls } from '../../../contract/calls.ts'
import type { Method } from '../request/tester-request.ts'

/** A call of the contract, taken apart for the list. */
export type Endpoint = { name: CallName; method: Method; path: string; call: Call }

export const endpoints: Endpoint[] = Object.entries(calls).map(([name, call]) => {
  const [method, path = ''] = name.split(' ')
  return { name: name as CallName, method: method as Method, path, call }
})

/** The endpoints that have every word of the text in their method, path or summary. */
export function findEndpoints(text: string): Endpoint[] {
  const words = text.toLowerCase().split(/\s+/)
  return endpoints.filter(({ name, call }) => {
    const about = `${name} ${call.summary}`.toLowerCase()
    return words.every((word) => about.includes(word))
  })
}
