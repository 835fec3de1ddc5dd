import { onTestFinished } from 'vitest'
import type { Limits } from '../http.ts'
import { startApi } from '../start.ts'

/** The API over HTTP, in this process, until the test ends. */
export async function httpApi(origin: string[] = [], limits?: Partial<Limits>, host = 'localhost') {
  const options = { host, port: 0, data: ':memory:', origin }
  const { url, close } = await startApi(options, limits)
  let closing: Promise<void> | undefined
  const closeOnce = () => {
    closing ??= close()
    return closing
  }
  onTestFinished(closeOnce)
  const send = (path: string, init?: RequestInit) => fetch(url + path, init)
  const from = (origin: string, init?: RequestInit) =>
    send('/api/posts', { ...init, headers: { ...init?.headers, Origin: origin } })
  const set = (body: object) =>
    send('/api/mock/settings', { method: 'POST', body: JSON.stringify(body) })
  return { url, close: closeOnce, send, from, set }
}
