import type { Call } from '../../../contract/call.ts'
import { type CallName, calls } from '../../../contract/calls.ts'
import { isOwnApi, urlOf } from '../request/address.ts'
import type { Method, RequestModel } from '../request/request-model.ts'

/** A call of the contract with its method and path. */
export type Endpoint = { name: CallName; method: Method; path: string; call: Call }

export const endpoints: Endpoint[] = Object.entries(calls).map(([name, call]) => {
  const [method, path = ''] = name.split(' ')
  return { name: name as CallName, method: method as Method, path, call }
})

/** Finds the endpoints whose method, path or summary contain every word of the text. */
export function findEndpoints(text: string): Endpoint[] {
  const words = text.toLowerCase().split(/\s+/)
  return endpoints.filter(({ name, call }) => {
    const searchText = `${name} ${call.summary}`.toLowerCase()
    return words.every((word) => searchText.includes(word))
  })
}

/** Whether a request is for a call of this app that takes a file in a form, and not JSON. */
export function isFormCall({
  method,
  endpoint,
}: Pick<RequestModel, 'method' | 'endpoint'>): boolean {
  const path = urlOf(endpoint)?.pathname.replace(/\/$/, '')
  const call = endpoints.find((one) => one.method === method && one.path === path)
  return isOwnApi(endpoint) && Boolean(call?.call.form)
}
