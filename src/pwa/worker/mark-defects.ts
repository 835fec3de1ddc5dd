/// <reference lib="webworker" />

import {
  DEFECTS_CHANNEL,
  DEFECTS_COOKIE,
  type PublishedDefects,
  toCookie,
} from '../defects-cookie.ts'
import { openChannel } from '../scoped.ts'

declare const self: ServiceWorkerGlobalScope

/** A year: browsers allow little more. */
const MAX_AGE_MS = 31_536_000_000

/** The last call that began to read the settings, or has changed them, and the last one whose cookie is set. */
let last = 0
let marked = 0
let marking = Promise.resolve()
const channel = openChannel(DEFECTS_CHANNEL)

/**
 * Sets the cookie to the planted defects that the reply of a control names, before the page has the reply. Does nothing in
 * browsers whose workers have no cookies: there, only the defects of the API can be planted.
 */
export async function markDefects(
  { method }: Request,
  answer: Promise<Response>,
): Promise<Response> {
  // A read that began before a change has the former settings.
  let turn = ++last
  const reply = await answer
  if (method !== 'GET') turn = ++last
  const { settings } = await reply
    .clone()
    .json()
    .catch(() => ({}))
  if (!settings || turn < marked) return reply
  marked = turn
  const ids: string[] = settings.defects ?? []
  marking = marking.then(() => setCookie(toCookie(ids))).catch(() => undefined)
  await marking
  channel.postMessage({ ids, isChange: method !== 'GET' } satisfies PublishedDefects)
  return reply
}

async function setCookie(value: string): Promise<void> {
  const { cookieStore } = self
  const before = await cookieStore.get(DEFECTS_COOKIE)
  if ((before?.value ?? '') === value) return
  const expires = Date.now() + MAX_AGE_MS
  if (value) await cookieStore.set({ name: DEFECTS_COOKIE, value, expires })
  else await cookieStore.delete(DEFECTS_COOKIE)
}
