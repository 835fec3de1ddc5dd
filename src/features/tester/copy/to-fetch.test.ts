import { expect, it, vi } from 'vitest'
import { data, nasty, run } from './testing.ts'
import { toFetch } from './to-fetch.ts'

it('copies as fetch what runs to the very same request', async () => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
  await run(toFetch(nasty), { fetch, console: { log: vi.fn() } })
  const [url, init] = fetch.mock.lastCall ?? expect.unreachable()
  expect(url).toBe(nasty.url)
  expect(init).toMatchObject({ method: 'POST', headers: nasty.headers })
  expect(JSON.parse(String(init.body))).toEqual(JSON.parse(JSON.stringify(data)))
  expect(String(init.body)).toBe(JSON.stringify(data))
})
