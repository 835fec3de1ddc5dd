import { endpoints } from '../api-list/endpoints.ts'
import { isOwnApi } from '../response/exchange.ts'
import { urlOf } from './address.ts'
import type { TesterRequest } from './tester-request.ts'

/** Whether a request is for a call of this app that takes a file in a form, and not JSON. */
export function isFormCall({
  method,
  endpoint,
}: Pick<TesterRequest, 'method' | 'endpoint'>): boolean {
  const path = urlOf(endpoint)?.pathname.replace(/\/$/, '')
  const call = endpoints.find((one) => one.method === method && one.path === path)
  return isOwnApi(endpoint) && Boolean(call?.call.form)
}
