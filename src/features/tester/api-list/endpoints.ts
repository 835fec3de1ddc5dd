import type { Call } from '../../../contract/call.ts'
import { type CallName, calls } from '../../../contract/calls.ts'
import { summaries } from '../../../contract/summaries.ts'
import type { Method } from '../request/tester-request.ts'

/** A call of the contract with its method and path. */
export type Endpoint = { name: CallName; method: Method; path: string; call: Call }

export const endpoints: Endpoint[] = Object.entries(calls).map(([name, call]) => {
  const [method, path = ''] = name.split(' ')
  return { name: name as CallName, method: method as Method, path, call }
})

/** Finds the endpoints whose method, path or summary contain every word of the text. */
export function findEndpoints(text: string): Endpoint[] {
  const words = text.toLowerCase().split(/\s+/)
  return endpoints.filter(({ name }) => {
    const searchText = `${name} ${summaries[name]}`.toLowerCase()
    return words.every((word) => searchText.includes(word))
  })
}
