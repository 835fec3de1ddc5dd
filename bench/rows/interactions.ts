import type { Locator, Page } from 'playwright'
import { setMock } from '../../e2e/support/mock.ts'
import type { Benchmark } from '../bench.ts'
import { onNewDevice, slowDown } from '../browser.ts'
import { logInAsGuest } from '../guest.ts'
import { clickToPaint, noteInteractions } from '../interactions.ts'
import type { Measurement } from '../measurement.ts'
import { POST } from '../painted.ts'

/** From a click to the frame that shows it, on a slow phone and with the mock's usual delay. */
export const interactions: Benchmark = {
  id: 'interactions',
  sites: ['app'],
  measure: async (bench) =>
    onNewDevice(await bench.browser(), { baseURL: bench.sites.app.url }, async (page) => {
      await noteInteractions(page)
      const post = await prepare(page)
      const times = bench.runs(16, 4)
      const measured: Measurement[] = []
      for (const [what, target, path] of targetsOn(page, post)) {
        await page.goto(path)
        await target.waitFor()
        await slowDown(page, 4)
        const values: number[] = []
        // The first click meets code that never ran before; it counts like the others.
        for (let n = 0; n < times; n++) values.push(await clickToPaint(page, target))
        measured.push({
          what: `${what}: click to paint, 4x CPU, delay 400 ms, worst`,
          unit: 'ms',
          values,
          counts: 'worst',
          budget: { atMost: 50 },
        })
        await slowDown(page, 1)
      }
      return measured
    }),
}

/** A post of the viewer with a comment, so that all the buttons are there. @returns the post's path */
async function prepare(page: Page): Promise<string> {
  await logInAsGuest(page)
  await say(page, 'What are you driving', 'A post with all buttons')
  const post = page.locator(POST).filter({ hasText: 'A post with all buttons' })
  await post.getByRole('link', { name: /^Open the post/ }).click()
  await say(page, 'Add a comment', 'A comment to vote for')
  await page.getByRole('button', { name: /^Up-vote: / }).waitFor()
  await setMock(page, { delay: 400 })
  return new URL(page.url()).pathname
}

async function say(page: Page, where: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: where }).fill(text)
  await page.getByRole('button', { name: 'Vroom' }).click()
}

function targetsOn(page: Page, post: string): [what: string, target: Locator, path: string][] {
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  return [
    ['Like', button(/^Like: /), '/homePage'],
    ['Bookmark', button('Bookmark'), '/homePage'],
    ['Menu', button('Post menu'), '/homePage'],
    ['Vote', button(/^Up-vote: /), post],
  ]
}
