import { readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, posts, test, visit } from './fixtures.ts'
import { mockState } from './mock.ts'

/** Run an example as the console of DevTools does: as a script that may wait. */
function runInConsole(page: Page, example: string): Promise<void> {
  const code = readFileSync(new URL(`../examples/console/${example}`, import.meta.url), 'utf8')
  return page.evaluate(`(async () => {${code}})()`)
}

for (const example of ['first-steps.js', 'steer-the-mock.js']) {
  test(`the console steers the mock, and puts all back: ${example}`, async ({ page }) => {
    await logInAsGuest(page)
    await runInConsole(page, example)
    const { counts, settings } = await mockState(page)
    expect(counts).toMatchObject({ users: 5, posts: 5 })
    expect(settings).toEqual({ delay: 400, failures: [], overrides: [] })
  })
}

test('the console logs somebody in', async ({ page }) => {
  await visit(page)
  await runInConsole(page, 'log-in.js')
  await expect(posts(page)).toHaveCount(5)
  await expect(page.getByText('mira').first()).toBeVisible()
})
