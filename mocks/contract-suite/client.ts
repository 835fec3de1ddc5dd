import {
  type Body,
  type CallName,
  calls,
  type Params,
  type Reply,
} from '../../src/contract/calls.ts'
import { checkAnswer } from './check-answer.ts'
import { send } from './server.ts'

export type Options<Name extends CallName> = {
  params?: Params<Name>
  /** What stands behind the path: `'?limit=2'`. */
  query?: string
  body?: Body<Name>
  /** A body as it goes over the wire, for what `body` would not let pass. */
  text?: string
  token?: string
  prefer?: string
}

/** An answer: the body is typed as the success reply; a refusal's is read with `error`. */
export type Answer<Name extends CallName> = {
  status: number
  headers: Headers
  data: Reply<Name>
  error: string[]
}

/** Make a call of the contract. Whatever is answered must be as the contract says. */
export async function call<Name extends CallName>(
  name: Name,
  { params, query = '', body, text, token, prefer }: Options<Name> = {},
): Promise<Answer<Name>> {
  const [method, pattern = ''] = name.split(' ')
  const values = (params ?? {}) as Record<string, string>
  const path = pattern.replace(/:(\w+)/g, (_, key) => encodeURIComponent(values[key] ?? ''))
  const isForm = 'form' in calls[name]
  const sent = text ?? (body && (isForm ? formOf(body) : JSON.stringify(body)))
  const headers = new Headers()
  if (token) headers.set('authorization', token)
  if (prefer) headers.set('Prefer', prefer)
  if (sent !== undefined && !isForm) headers.set('Content-Type', 'application/json')
  const response = await send(path + query, { method, headers, body: sent })
  const isJson = response.headers.get('Content-Type')?.includes('json')
  const data = isJson ? await response.json() : await response.blob()
  const answer = { status: response.status, headers: response.headers, data, error: data.error }
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

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
