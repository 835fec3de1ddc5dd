import { readFileSync } from 'node:fs'
import { expect, logInAsGuest, posts, test, visit } from '../support/fixtures.ts'
import { mockState } from '../support/mock.ts'

/** An example as the console of DevTools runs it: as a script that may wait. */
function asConsoleScript(example: string): string {
  const code = readFileSync(new URL(`../../examples/console/${example}`, import.meta.url), 'utf8')
  return `(async () => {${code}})()`
}

for (const example of ['first-steps.js', 'steer-the-mock.js']) {
  test(`the console steers the mock, and puts all back: ${example}`, async ({ page }) => {
    await logInAsGuest(page)
    await page.evaluate(asConsoleScript(example))
    const { counts, settings } = await mockState(page)
    expect(counts).toMatchObject({ users: 5, posts: 5 })
    expect(settings).toEqual({ delay: 400, failures: [], overrides: [] })
  })
}

test('the console logs somebody in', async ({ page }) => {
  await visit(page)
  // Not waited for: it leaves the page that it runs in. What it throws, the console fixture sees.
  await page.evaluate(`void ${asConsoleScript('log-in.js')}`)
  await expect(posts(page)).toHaveCount(5)
  await expect(page.getByText('mira').first()).toBeVisible()
})
