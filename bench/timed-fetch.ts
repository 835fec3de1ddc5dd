import type { Page } from 'playwright'
import { guest } from '../src/contract/guest.ts'

/** A request as the app's client sends it. */
export type TimedRequest = { path: string; method?: string; token?: string; body?: object }

/**
 * Make the requests one after the other in the page.
 * @returns how long each took from the call of `fetch` to the last byte of the answer, in ms
 */
export function timeRequests(page: Page, requests: TimedRequest[]): Promise<number[]> {
  return page.evaluate(async (requests) => {
    const times: number[] = []
    for (const { path, method = 'GET', token, body } of requests) {
      const headers = { Prefer: 'return=minimal', ...(token && { authorization: token }) }
      const start = performance.now()
      const answer = await fetch(path, { method, headers, body: JSON.stringify(body) })
      await answer.text()
      times.push(performance.now() - start)
      if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`)
    }
    return times
  }, requests)
}

/** A session of the guest, without going through a screen. */
export async function guestToken(page: Page): Promise<string> {
  return page.evaluate(async (guest) => {
    const body = JSON.stringify(guest)
    const answer = await fetch('/api/auth/login', { method: 'POST', body })
    return (await answer.json()).encodedToken
  }, guest)
}

/** @returns the `_id` of the new post */
export async function writePost(page: Page, token: string, content: string): Promise<string> {
  return page.evaluate(
    async ({ authorization, content }) => {
      const headers = { authorization, Prefer: 'return=minimal' }
      const init = { method: 'POST', headers, body: JSON.stringify({ content }) }
      const answer = await fetch('/api/posts', init)
      return (await answer.json()).posts[0]._id
    },
    { authorization: token, content },
  )
}
