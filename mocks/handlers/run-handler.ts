import type { CallName } from '../../src/contract/calls.ts'
import type { Operation } from '../host.ts'
import type { HandlerContext } from './handler.ts'
import { handlers } from './handlers.ts'

type Context = { [Key in keyof HandlerContext<CallName>]: unknown }
type Needed = 'tx' | 'params' | 'body' | 'viewer' | 'host'

/**
 * Runs the handler of a call: for a request to this host, for a write that a device sends, and on a device again after
 * each pull. A write that runs again has neither query nor headers, and nothing was prepared for it.
 * @param handle instead of the handler, with planted defects
 * @throws ApiError as the handler does
 */
export function runHandler(
  name: CallName,
  context: Pick<Context, Needed> & Partial<Context>,
  handle = handlers[name] as Operation['handle'],
): Promise<unknown> {
  const query = new URLSearchParams()
  const none = { token: '', invitation: '', prepared: undefined }
  return handle({ query, headers: new Headers(), ...none, ...context })
}
