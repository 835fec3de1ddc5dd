import type { Page } from 'playwright'

/** A post in a list of posts, wherever such a list stands. */
export const POST = '[aria-label="Posts"] article'

type Marks = { painted: Promise<number> }

/**
 * Have every document that `page` opens from now on note when it first shows `selector`; ask for it with
 * {@link paintedAt}. It watches from inside, since a question from outside would cost the page time.
 * @param press a button with this text is pressed as soon as it is there
 */
export async function notePaint(page: Page, selector: string, press?: string): Promise<void> {
  await page.addInitScript(
    ({ selector, press }) => {
      const { promise, resolve } = Promise.withResolvers<number>()
      Object.assign(window, { painted: promise })
      let pressedAt = Number.NEGATIVE_INFINITY

      function pressOnce() {
        // Once more after a while, for a button that is there before the code behind it.
        if (!press || performance.now() - pressedAt < 250) return
        const buttons = [...document.querySelectorAll('button')]
        const button = buttons.find(({ textContent }) => textContent.includes(press))
        // The landing screen is there as HTML before it can be used.
        if (!button || button.closest('[inert]')) return
        pressedAt = performance.now()
        button.click()
      }
      function look() {
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
      const observer = new MutationObserver(look)
      observer.observe(document, { childList: true, subtree: true })
      const timer = setInterval(look, 250)
    },
    { selector, press },
  )
}

/** What takes longer has failed. */
const LIMIT_MS = 90_000

/**
 * When what {@link notePaint} waits for was painted, in ms since the navigation began.
 * @throws Error that says what is on the page instead, when it takes too long
 */
async function paintedAt(page: Page): Promise<number> {
  const ms = await page.evaluate(async (limit) => {
    const tooLate = new Promise<string>((resolve) => {
      setTimeout(() => resolve(document.body.innerText), limit)
    })
    return Promise.race([(window as unknown as Marks).painted, tooLate])
  }, LIMIT_MS)
  if (typeof ms === 'string') throw new Error(`Not painted; the page says: ${ms.slice(0, 200)}`)
  return ms
}

/** Open `path`. @returns when what {@link notePaint} waits for was painted, in ms since then */
export async function openUntilPainted(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' })
  return paintedAt(page)
}
