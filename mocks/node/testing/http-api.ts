import { onTestFinished } from 'vitest'
import { startApi } from '../start-api.ts'

/** The API over HTTP, in this process, until the test ends. */
export async function httpApi(origin: string[] = []) {
  const { url, close } = await startApi({ host: 'localhost', port: 0, data: ':memory:', origin })
  onTestFinished(close)
  const send = (path: string, init?: RequestInit) => fetch(url + path, init)
  const from = (origin: string, init?: RequestInit) =>
    send('/api/posts', { ...init, headers: { ...init?.headers, Origin: origin } })
  const set = (body: object) =>
    send('/api/mock/settings', { method: 'POST', body: JSON.stringify(body) })
  return { url, send, from, set }
}
