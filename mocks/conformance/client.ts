import { type CallName, calls, type Reply } from '../../src/contract/calls.ts'
import { type Answer, callThrough, type Options } from '../testing/call-through.ts'
import { checkAnswer } from './check-answer.ts'
import { send } from './server.ts'

const callServer = callThrough(send)

/** Make a call of the contract. Whatever is answered must be as the contract says. */
export async function call<Name extends CallName>(
  name: Name,
  options?: Options<Name>,
): Promise<Answer<Name>> {
  const answer = await callServer(name, options)
  checkAnswer(name, answer)
  return answer
}

/**
 * Make a call that is to succeed, and give its reply.
 * @throws when it is refused
 */
export async function succeed<Name extends CallName>(
  name: Name,
  options: Options<Name> = {},
): Promise<Reply<Name>> {
  const { status, data, error } = await call(name, options)
  if (status === calls[name].status) return data
  throw new Error(`${name} answers ${status}: ${error}`)
}
