import type { Page } from 'playwright/test'
import type { Body, Reply } from '../../src/contract/calls.ts'

type Settings = Body<'POST /api/mock/settings'>
type Seed = Body<'POST /api/mock/reset'>['seed']

export type Answer<Data> = {
  status: number
  data: Data
  /** The parts of `Server-Timing`, in milliseconds. */
  timing: Record<string, number>
}

/**
 * Calls the API from the page, as in `fetchApi(page, 'GET /api/posts/1')`. Playwright's `page.request` would bypass
 * the worker.
 */
export async function fetchApi<Data = unknown>(
  page: Page,
  line: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Data>> {
  const [method = '', path = ''] = line.split(' ')
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = { path, method, headers, body: text }
  const { header, answer, status } = await page.evaluate(async ({ path, ...init }) => {
    const { serviceWorker } = navigator
    if (!serviceWorker.controller)
      await new Promise((resolve) => {
        serviceWorker.addEventListener('controllerchange', resolve, { once: true })
      })
    const response = await fetch(path, init)
    const header = response.headers.get('Server-Timing') ?? ''
    return { status: response.status, answer: await response.text(), header }
  }, sent)
  const parts = header.matchAll(/(\w+);dur=([\d.]+)/g)
  const timing = Object.fromEntries([...parts].map(([, name, ms]) => [name, Number(ms)]))
  return { status, data: JSON.parse(answer), timing }
}

/** Current settings and row counts. */
export async function mockState(page: Page): Promise<Reply<'GET /api/mock'>> {
  return (await fetchApi<Reply<'GET /api/mock'>>(page, 'GET /api/mock')).data
}

export async function setMock(page: Page, settings: Settings): Promise<void> {
  await mustSucceed(fetchApi(page, 'POST /api/mock/settings', settings))
}

/** The newest post, as the API returns it. */
export async function newestPost(page: Page): Promise<Reply<'GET /api/posts'>['posts'][number]> {
  const { data } = await fetchApi<Reply<'GET /api/posts'>>(page, 'GET /api/posts?limit=1')
  const [newest] = data.posts
  if (!newest) throw new Error('There are no posts')
  return newest
}

/** Makes the next call of this kind fail, such as `'POST /api/posts/like/:postId'`. */
export async function failNext(
  page: Page,
  call: string,
  status: number,
  body?: unknown,
): Promise<void> {
  const [method = '', path = ''] = call.split(' ')
  const { failures } = (await mockState(page)).settings
  await setMock(page, { failures: [...failures, { method, path, status, times: 1, body }] })
}

/** Replaces all data; sessions stay valid if their users still exist. */
export async function resetData(page: Page, seed: Seed): Promise<void> {
  await mustSucceed(fetchApi(page, 'POST /api/mock/reset', { seed }))
}

export async function mustSucceed(answering: Promise<Answer<unknown>>): Promise<void> {
  const { status, data } = await answering
  if (status >= 400) throw new Error(`The mock refused with ${status}: ${JSON.stringify(data)}`)
}
