import { expect, type Page } from 'playwright/test'
import type { Reply } from '../../src/contract/calls.ts'
import { fetchApi } from './mock.ts'

/** The writes of a page: the texts of the posts with a reply, and of all that were sent. */
export type Written = { sent: Set<string>; answered: Map<string, string> }

export function newWriteLog(): Written {
  return { sent: new Set(), answered: new Map() }
}

/** Makes `page` report its requests and replies to this process, so that they survive the page. */
export async function listen(page: Page, written: Written): Promise<void> {
  await page.exposeFunction('reportSent', (text: string) => written.sent.add(text))
  await page.exposeFunction('reportAnswered', (text: string, id: string) => {
    if (written.answered.has(text)) throw new Error(`${text} was answered twice`)
    written.answered.set(text, id)
  })
}

/** Makes the page write posts, twelve at a time, up to this number or until it is stopped. */
export function write(page: Page, name: string, count: number, token?: string): Promise<void> {
  return page.evaluate(
    async ({ name, count, token }) => {
      type Told = Record<'reportSent' | 'reportAnswered', (...args: string[]) => Promise<void>>
      const { reportSent, reportAnswered } = window as unknown as Told
      const authorization = token ?? localStorage.getItem('gearheads-token') ?? ''
      let next = 0
      const lane = async () => {
        for (let at = next++; at < count; at = next++) {
          const content = `${name}-${String(at).padStart(5, '0')}`
          await reportSent(content)
          // A stopped worker drops its requests: the page continues with the next.
          const answer = await fetch('/api/posts', {
            method: 'POST',
            // As the app's own client does.
            headers: { authorization, prefer: 'return=minimal', 'idempotency-key': content },
            body: JSON.stringify({ content }),
          }).catch(() => undefined)
          if (answer?.status !== 201) continue
          const { posts } = await answer.json()
          await reportAnswered(content, posts[0]._id)
        }
      }
      await Promise.all(Array.from({ length: 12 }, lane))
    },
    { name, count, token },
  )
}

/** Checks that every confirmed write is stored, none twice or in part, and that lists and rows are consistent. */
export async function expectAllThere(page: Page, { sent, answered }: Written): Promise<void> {
  const get = async <Name extends `GET /api/${string}`>(name: Name) =>
    (await fetchApi<{ posts: Reply<'GET /api/posts'>['posts'] }>(page, name)).data.posts
  let all: Reply<'GET /api/posts'>['posts'] = []
  // The worker may still process requests of a closed page: list and count are read until they are stable.
  await expect(async () => {
    all = await get('GET /api/posts')
    const { counts } = (await fetchApi<Reply<'GET /api/mock'>>(page, 'GET /api/mock')).data
    expect(counts.posts, 'the count agrees with the list').toBe(all.length)
  }).toPass({ timeout: 15_000 })
  const found = new Map(all.map(({ content, _id }) => [content, _id]))
  const lost = [...answered].filter(([text, id]) => found.get(text) !== id)
  expect(lost, 'answered writes that are gone').toEqual([])
  for (const key of ['_id', 'id'] as const) {
    expect(new Set(all.map((post) => post[key])).size, `${key}s are unique`).toBe(all.length)
  }
  const own = all.filter(({ content }) => sent.has(content))
  expect(new Set(own.map(({ content }) => content)).size, 'nothing is there twice').toBe(own.length)

  const byUser = await get(`GET /api/posts/user/${own[0]?.username}`)
  const ofUser = all.filter(({ userId }) => userId === own[0]?.userId)
  expect(byUser.map(({ _id }) => _id)).toEqual(ofUser.map(({ _id }) => _id))
  const sample = own.at(-1)?.content ?? ''
  expect((await get(`GET /api/posts?search=${sample}`)).map(({ content }) => content)).toEqual([
    sample,
  ])
  // Restoring a snapshot checks that all rows are consistent.
  const { data } = await fetchApi(page, 'GET /api/mock/snapshot')
  expect(await fetchApi(page, 'POST /api/mock/snapshot', data)).toMatchObject({ status: 200 })
}
