import type { Page } from 'playwright'

/** A post in any list of posts. */
export const POST = '[aria-label="Posts"] article'

type Marks = { painted: Promise<number> }

/**
 * Every document that `page` opens from now on records when it first shows `selector`, for
 * {@link openUntilPainted}. The page observes itself, since a query from outside would cost it time.
 * @param press the text of a button that is clicked as soon as it appears
 */
export async function notePaint(page: Page, selector: string, press?: string): Promise<void> {
  await page.addInitScript(
    ({ selector, press }) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      Object.assign(window, { painted: promise })
      let pressedAt = Number.NEGATIVE_INFINITY

      function pressOnce() {
        // Clicks again after a while: a button can be rendered before its code is loaded.
        if (!press || performance.now() - pressedAt < 250) return
        const buttons = [...document.querySelectorAll('button')]
        const button = buttons.find(({ textContent }) => textContent.includes(press))
        // The landing screen is inert until React has rendered it.
        if (!button || button.closest('[inert]')) return
        pressedAt = performance.now()
        button.click()
      }
      function check() {
        pressOnce()
        const found = document.querySelector(selector)
        if (!found?.getClientRects().length) return
        observer.disconnect()
        clearInterval(timer)
        requestAnimationFrame(() => {
          // The first task after the frame.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now())
          port2.postMessage(null)
        })
      }
      const observer = new MutationObserver(check)
      observer.observe(document, { childList: true, subtree: true })
      const timer = setInterval(check, 250)
    },
    { selector, press },
  )
}

const LIMIT_MS = 90_000

/**
 * Opens `path` and waits for the element of {@link notePaint}.
 * @returns the time from the start of the navigation to the paint, in ms
 * @throws Error with the text of the page after 90 s
 */
export async function openUntilPainted(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' })
  const ms = await page.evaluate(async (limit) => {
    const tooLate = new Promise<string>((resolve) => {
      setTimeout(() => resolve(document.body.innerText), limit)
    })
    return Promise.race([(window as unknown as Marks).painted, tooLate])
  }, LIMIT_MS)
  if (typeof ms === 'string') throw new Error(`Not painted. The page shows: ${ms.slice(0, 200)}`)
  return ms
}

/** A request as the app's client sends it. */
export type TimedRequest = {
  path: string
  method?: string
  token?: string
  body?: object
  /** The expected status; any success by default. */
  status?: number
}

/**
 * Sends requests from the page, one after the other.
 * @returns the times from the call of `fetch` to the last byte of each reply, in ms
 */
export function timeRequests(page: Page, requests: TimedRequest[]): Promise<number[]> {
  return page.evaluate(async (requests) => {
    const times: number[] = []
    for (const { path, method = 'GET', token, body, status } of requests) {
      const headers = { Prefer: 'return=minimal', ...(token && { authorization: token }) }
      const start = performance.now()
      const reply = await fetch(path, { method, headers, body: JSON.stringify(body) })
      await reply.text()
      times.push(performance.now() - start)
      if (status ? reply.status !== status : !reply.ok)
        throw new Error(`The status of ${method} ${path} was ${reply.status}`)
    }
    return times
  }, requests)
}
