import type { Options } from '../../src/client/call-through.ts'
import { lineOf } from '../../src/contract/call.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'

/** The methods that a client can send, an invented one included. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW']

/**
 * A request with every method to the path of a call, except those that the contract declares to be writes. Each has
 * the token, the body and an idempotency key with which the write would succeed.
 */
export function requestsWithoutWrite(name: CallName, options: Options<CallName>) {
  const [, pattern = ''] = name.split(' ')
  const { path } = lineOf(name, options.params)
  const body = JSON.stringify(options.body ?? {})
  return METHODS.filter((method) => !isWrite(`${method} ${pattern}`)).map((method) => {
    const headers: Record<string, string> = { 'Idempotency-Key': crypto.randomUUID() }
    if (options.token) headers.authorization = options.token
    return { path, method, headers, ...(!['GET', 'HEAD'].includes(method) && { body }) }
  })
}

function isWrite(line: string): boolean {
  return Object.hasOwn(calls, line) && 'writes' in calls[line as CallName]
}
