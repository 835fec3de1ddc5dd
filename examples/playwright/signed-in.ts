import { type BrowserContextOptions, test as base } from '@playwright/test'
import { logIn, mira, posts } from './gearheads.ts'

/**
 * Tests that start signed in. Each worker of Playwright logs in once and saves the whole context: the token, the data
 * and the signing key of the back end. Every test starts with its own copy of them.
 */
export const test = base.extend<object, { signedIn: BrowserContextOptions['storageState'] }>({
  signedIn: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL })
      const page = await context.newPage()
      await logIn(page, mira)
      await posts(page).first().waitFor()
      await use(await context.storageState({ indexedDB: true }))
      await context.close()
    },
    { scope: 'worker' },
  ],
  storageState: ({ signedIn }, use) => use(signedIn),
})
