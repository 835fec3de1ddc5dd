import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from 'playwright/test'
import { type Person, posts } from './fixtures.ts'

/** The text area of the composer on the home screen. */
export const composer = (page: Page) => page.getByRole('textbox', { name: 'What are you driving' })

/** The like button of the first post in the list. Its name ends with the number of likes, if there are any. */
export const firstLike = (page: Page) => posts(page).first().getByRole('button', { name: /^Like/ })

/** The picture of the first post in the list, if it has no description. */
export const firstPhoto = (page: Page) =>
  posts(page)
    .first()
    .getByRole('img', { name: /^Photo by/ })

/** Opens the screen of a post in the list, counted from the top. */
export async function openPost(page: Page, index = 0): Promise<void> {
  const link = posts(page)
    .nth(index)
    .getByRole('link', { name: /^Comments/ })
  await link.click()
}

/** Chooses an item of the menu of a post: the first own one on the screen, or that of a card. */
export async function choose(within: Page | Locator, item: string): Promise<void> {
  const page = 'page' in within ? within.page() : within
  await within
    .getByRole('button', { name: /^Post menu/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Opens the dialog that edits a post: the first own one on the screen, or that of a card. */
export async function openEdit(within: Page | Locator): Promise<void> {
  await choose(within, 'Edit Post')
}

/** Deletes a post: the first own one on the screen, or that of a card. */
export async function deletePost(within: Page | Locator): Promise<void> {
  await choose(within, 'Delete Post')
  const page = 'page' in within ? within.page() : within
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
}

/** Fills in the form on the landing screen and sends it. */
export async function logIn(
  page: Page,
  { username, password }: Pick<Person, 'username' | 'password'>,
): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Fills in the sign-up form, which is open. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules of axe whose result depends on colors. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

/** Expects that axe finds nothing wrong on the screen: WCAG 2.2 AA, as far as it checks that. */
export async function expectNoViolations(page: Page, what?: string, rules?: string[]) {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  if (rules) builder.withRules(rules)
  else builder.withTags(TAGS)
  // Without a second page, in which axe would put the results of frames together: a third of the time.
  const { violations } = await builder.setLegacyMode().analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)
  expect(found, what).toEqual([])
}

/** Expects that axe finds nothing wrong in either theme. */
export async function expectNoViolationsInThemes(page: Page, what?: string): Promise<void> {
  await showTheme(page, 'dark')
  await expectNoViolations(page, `${what ?? ''} dark`)
  await showTheme(page, 'light')
  await expectNoViolations(page, `${what ?? ''} light`, OF_COLORS)
}

/** Shows a theme, and waits for the colors of buttons: on their way from the other theme, they lack contrast. */
async function showTheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => {
    // Not until they have finished: a page that is not painted has none that does.
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  })
}

/** Posts of the page's user, written by the API in one burst. */
export async function postAll(
  page: Page,
  count: number,
  textOf: (index: number) => string,
): Promise<void> {
  await page.evaluate(
    async (contents) => {
      const authorization = localStorage.getItem('gearheads-token') ?? ''
      const headers = { authorization, 'Content-Type': 'application/json' }
      for (const content of contents) {
        const body = JSON.stringify({ content })
        await fetch('/api/posts', { method: 'POST', headers, body })
      }
    },
    Array.from({ length: count }, (_, index) => textOf(index)),
  )
}
