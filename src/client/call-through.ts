import { KEY_HEADER, lineOf } from '../contract/call.ts'
import { type Body, type CallName, calls, type Params, type Reply } from '../contract/calls.ts'
import { TAB_HEADER } from '../contract/changes.ts'

export type Options<Name extends CallName> = {
  params?: Params<Name>
  /** Appended to the path: `'?limit=2'`. */
  query?: string
  body?: Body<Name>
  /** The encoded body, for bodies that the type of `body` does not allow. */
  text?: string
  token?: string
  prefer?: string
  /** The id of the tab that sends the request. */
  tab?: string
  /** The idempotency key of a write. */
  key?: string
}

/** A reply. The body has the type of the success reply; read an error body with `error`. */
export type Answer<Name extends CallName> = {
  status: number
  headers: Headers
  data: Reply<Name>
  error: string[]
}

type Send = (path: string, init: RequestInit) => Promise<Response>

/** Returns a function that makes calls of the contract through `send`, which reaches the host. */
export function callThrough(send: Send) {
  return async <Name extends CallName>(
    name: Name,
    { params, query = '', body, text, token, prefer, tab, key }: Options<Name> = {},
  ): Promise<Answer<Name>> => {
    const { method, path } = lineOf(name, params)
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
