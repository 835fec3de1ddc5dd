import { KEY_HEADER } from '../../src/contract/call.ts'
import {
  type Body,
  type CallName,
  calls,
  type Params,
  type Reply,
} from '../../src/contract/calls.ts'
import { TAB_HEADER } from '../../src/contract/changes.ts'

export type Options<Name extends CallName> = {
  params?: Params<Name>
  /** What stands behind the path: `'?limit=2'`. */
  query?: string
  body?: Body<Name>
  /** A body as it goes over the wire, for what `body` would not let pass. */
  text?: string
  token?: string
  prefer?: string
  /** The tab that asks. */
  tab?: string
  /** Names a write that is to be done once. */
  key?: string
}

/** An answer: the body is typed as the success reply; a refusal's is read with `error`. */
export type Answer<Name extends CallName> = {
  status: number
  headers: Headers
  data: Reply<Name>
  error: string[]
}

type Send = (path: string, init: RequestInit) => Promise<Response>

/** Makes calls of the contract with `send`, which knows the host. */
export function callThrough(send: Send) {
  return async <Name extends CallName>(
    name: Name,
    { params, query = '', body, text, token, prefer, tab, key }: Options<Name> = {},
  ): Promise<Answer<Name>> => {
    const [method, pattern = ''] = name.split(' ')
    const values = (params ?? {}) as Record<string, string>
    const path = pattern.replace(/:(\w+)/g, (_, param) => encodeURIComponent(values[param] ?? ''))
    const isForm = 'form' in calls[name]
    const sent = text ?? (body && (isForm ? formOf(body) : JSON.stringify(body)))
    const headers = new Headers()
    if (token) headers.set('authorization', token)
    if (tab) headers.set(TAB_HEADER, tab)
    if (prefer) headers.set('Prefer', prefer)
    if (key) headers.set(KEY_HEADER, key)
    if (sent !== undefined && !isForm) headers.set('Content-Type', 'application/json')
    const response = await send(path + query, { method, headers, body: sent })
    const isJson = response.headers.get('Content-Type')?.includes('json')
    const data = isJson ? await response.json() : await response.blob()
    return { status: response.status, headers: response.headers, data, error: data.error }
  }
}

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
