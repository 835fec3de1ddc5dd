import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type BrowserContext,
  test as base,
  chromium,
  expect,
  type Locator,
  type Page,
} from 'playwright/test'
import type { Reply } from '../../src/contract/calls.ts'
import { fetchApi, setMock } from './mock.ts'

export { expect }

/** What browser and app report of requests without a reply. */
export const NETWORK = /ERR_|Network Error|Failed to fetch/

/** Credentials of a new user, unique in the run. */
export type Person = { name: string; username: string; password: string }

let count = 0
export function newPerson(name = 'Ada Lovell'): Person {
  count += 1
  const username = `${name.split(' ')[0]?.toLowerCase()}-${process.pid}-${count}`
  return { name, username, password: 'Torque#1' }
}

type Fixtures = {
  /** Keeps the mock's delay of 400 ms (`test.use({ slow: true })`), which is 0 in other tests. */
  slow: boolean
  /** The errors and warnings of the console. */
  consoleErrors: string[]
  /** Names errors and warnings of the console that a test provokes, before or after. Any other fails the test. */
  expectErrors: (...patterns: RegExp[]) => void
  expectedErrors: RegExp[]
  /** A second person's browser, with nothing stored. Its console is checked like that of `context`. */
  newContext: () => Promise<BrowserContext>
  /** A browser that stores its data on disk, so that a test can close and reopen it. Its console is checked too. */
  openProfile: () => Promise<BrowserContext>
}

const slowContexts = new WeakSet<BrowserContext>()

export const test = base.extend<Fixtures>({
  slow: [false, { option: true }],

  context: async ({ context, slow }, use) => {
    if (slow) slowContexts.add(context)
    await use(context)
  },

  consoleErrors: [
    async ({ context, expectedErrors }, use) => {
      const consoleErrors: string[] = []
      watchConsole(context, consoleErrors)
      await use(consoleErrors)
      const isExpected = (text: string) => expectedErrors.some((pattern) => pattern.test(text))
      const unexpected = consoleErrors.filter((text) => !isExpected(text))
      expect(unexpected, 'errors and warnings in the console').toEqual([])
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: required by Playwright
  expectedErrors: async ({}, use) => use([]),

  expectErrors: ({ expectedErrors }, use) =>
    use((...patterns) => {
      expectedErrors.push(...patterns)
    }),

  newContext: async ({ browser, consoleErrors, slow }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      watchConsole(context, consoleErrors)
      if (slow) slowContexts.add(context)
      return context
    })
    for (const context of contexts) await context.close()
  },

  openProfile: async ({ baseURL, consoleErrors, launchOptions, slow }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'gearheads-'))
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL })
      contexts.push(context)
      watchConsole(context, consoleErrors)
      if (slow) slowContexts.add(context)
      return context
    })
    for (const context of contexts) await context.close()
    await rm(profile, { recursive: true })
  },
})

/** Collects the console errors and warnings of a context. */
function watchConsole(context: BrowserContext, consoleErrors: string[]): void {
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const isOfResource = message.text().startsWith('Failed to load resource')
    consoleErrors.push(message.text() + (isOfResource ? ` ${message.location().url}` : ''))
  })
  context.on('weberror', (error) => consoleErrors.push(String(error.error())))
}

/** Opens the landing screen, with a mock without delay unless the test is `slow`. */
export async function visit(page: Page): Promise<void> {
  await page.goto('/')
  if (!slowContexts.has(page.context())) await setMock(page, { delay: 0 })
}

/** Signs up on the landing screen and opens the home feed, as a new user. */
export async function signUp(page: Page, person = newPerson()): Promise<Person> {
  await visit(page)
  await page.getByRole('link', { name: 'Create new account' }).click()
  const form = page.getByRole('form', { name: 'Sign-Up' })
  await form.getByLabel('Name', { exact: true }).fill(person.name)
  await form.getByLabel('Username').fill(person.username)
  await form.getByLabel('Password', { exact: true }).fill(person.password)
  await form.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page).first()).toBeVisible()
  return person
}

/** Signs up and logs in through the API, for tests of other features. The page stays on the landing screen. */
export async function signUpByApi(page: Page, person = newPerson()): Promise<Person> {
  await visit(page)
  const signup = fetchApi<Reply<'POST /api/auth/signup'>>(page, 'POST /api/auth/signup', person)
  const { encodedToken } = (await signup).data
  await page.evaluate((token) => localStorage.setItem('gearheads-token', token), encodedToken)
  return person
}

export async function logInAsGuest(page: Page): Promise<void> {
  await visit(page)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page).first()).toBeVisible()
}

/** The posts of the list on screen, from the top. */
export function posts(page: Page) {
  return page.getByRole('list', { name: 'Posts' }).getByRole('article')
}

/** The comments of the post on screen, from the top. */
export function comments(page: Page) {
  return page.getByRole('list', { name: /^Comments/ }).getByRole('article')
}

/** Clicks where `target` is, for example on an inert element, which does not receive the click itself. */
export async function clickAt(page: Page, target: Locator, clickCount = 1): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('The target of the click is not on the page')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { clickCount })
}

export async function writePost(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'What are you driving' }).fill(text)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText(text)
}

export async function writeComment(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Add a comment' }).fill(text)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(comments(page).first()).toContainText(text)
}

/** A toast with this text. */
export function toast(page: Page, text: string) {
  return page.getByRole('region', { name: /^Messages/ }).getByText(text, { exact: true })
}

/**
 * Collects the texts of all toasts from the next navigation on. A toast closes by itself, so waiting until there is
 * none proves nothing.
 */
export async function watchToasts(page: Page): Promise<string[]> {
  const shown: string[] = []
  await page.exposeFunction('toastShown', (text: string) => shown.push(text))
  await page.addInitScript(() => {
    const { toastShown } = window as unknown as { toastShown: (text: string) => void }
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue
        const toasts = node.matches('[data-sonner-toast]')
          ? [node]
          : node.querySelectorAll('[data-sonner-toast]')
        for (const toast of toasts) toastShown(toast.textContent ?? '')
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return shown
}
