// Planted defects of the page (docs/testers.md#planted-defects): each has a check that fails with it. Those of the API:
// src/defects/api/api-defects.test.ts.
import type { Page } from 'playwright/test'
import type { Reply } from '../../src/contract/calls.ts'
import { type PageDefect, pageDefects } from '../../src/contract/defects.ts'
import { composer, deletePost, expectNoViolations, firstLike } from '../support/actions.ts'
import { expect, logInAsGuest, posts, test, toast, writePost } from '../support/fixtures.ts'
import { pageHeap } from '../support/heap.ts'
import { failNext, fetchApi, resetData, setMock } from '../support/mock.ts'
import { openTester, openTool } from '../support/tester-page.ts'

/** A check that fails waits this long in vain. */
const SOON = { timeout: 2_500 }
const soon = expect.configure(SOON)

async function goTo(page: Page, name: string, heading = name): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click()
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
}

/** A check for each defect, as a tester would write it. It starts on the home feed of the guest. */
const probes: Record<PageDefect, (page: Page) => Promise<void>> = {
  async 'stuck-heart'(page) {
    await failNext(page, 'POST /api/posts/like/:postId', 500, { error: ['No fuel'] })
    await firstLike(page).click()
    await expect(toast(page, 'No fuel')).toBeVisible()
    await soon(firstLike(page)).toHaveAttribute('aria-pressed', 'false')
  },

  async 'follow-race'(page) {
    await goTo(page, 'Explore')
    const follow = page.getByRole('button', { name: 'Follow theo' }).first()
    await setMock(page, { delay: 800 })
    const followed = page.waitForResponse('**/api/users/follow/*')
    // A double click is one press.
    await follow.press('Enter')
    await page.keyboard.press('Enter')
    await followed
    await setMock(page, { delay: 0 })
    const following = async () => {
      const { data } = await fetchApi<Reply<'GET /api/users'>>(page, 'GET /api/users')
      return data.users.find(({ username }) => username === 'guest')?.following
    }
    await expect.poll(following, SOON).toEqual([])
  },

  async 'double-post'(page) {
    // The composer shrinks when a text of many lines is sent.
    const lines = `Only once${'\nand long'.repeat(12)}`
    await composer(page).fill(lines)
    await page.getByRole('button', { name: 'Vroom' }).dblclick({ delay: 60 })
    await expect(posts(page).first()).toContainText('Only once')
    // Writers wait for each other: when this one is done, so is a second post.
    await fetchApi(page, 'POST /api/mock/reset', { seed: 'guest' })
    const { data } = await fetchApi<Reply<'GET /api/posts'>>(page, 'GET /api/posts')
    expect(data.posts.filter(({ content }) => content === lines)).toHaveLength(1)
  },

  async 'stale-bookmark'(page) {
    await writePost(page, 'For a moment')
    await posts(page).first().getByRole('button', { name: 'Bookmark' }).click()
    await goTo(page, 'BookMark', 'Bookmarks')
    const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await deletePost(page)
    await deleted
    await goTo(page, 'Home')
    await goTo(page, 'BookMark', 'Bookmarks')
    await soon(posts(page)).toHaveCount(0)
  },

  async 'lost-draft'(page) {
    await composer(page).fill('Half a tho')
    await page.reload()
    await soon(composer(page)).toHaveValue('Half a tho')
  },

  async 'contained-xss'(page) {
    const markup = '<b>Bold</b> <img src="/none.png" onerror="alert(1)">'
    await composer(page).fill(markup)
    await page.getByRole('button', { name: 'Vroom' }).click()
    await expect(posts(page).first()).toContainText('Bold')
    await soon(posts(page).first()).toContainText(markup)
  },

  async 'focus-lost'(page) {
    await posts(page).first().getByRole('link').first().focus()
    await posts(page).first().getByRole('link', { name: /@/ }).click()
    const followers = page.getByRole('main').getByRole('link', { name: /Followers?$/ })
    await followers.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await soon(followers).toBeFocused()
  },

  'missing-label': (page) => expectNoViolations(page, 'names', ['button-name']),

  'low-contrast': (page) => expectNoViolations(page, 'colors', ['color-contrast']),

  async 'memory-leak'(page) {
    const goAbout = async () => {
      for (let round = 0; round < 2; round += 1) {
        await goTo(page, 'Explore')
        await goTo(page, 'Home')
      }
    }
    await goAbout()
    const before = await pageHeap(page)
    await goAbout()
    const after = await pageHeap(page)
    expect(after.nodes - before.nodes).toBeLessThan(200)
  },
}

/** The home feed with the data of the seed, without a draft, and with these defects only. */
async function startAfresh(page: Page, ...defects: PageDefect[]): Promise<void> {
  await setMock(page, { delay: 0, failures: [], defects })
  await resetData(page, 'default')
  await page.goto('/homePage')
  await expect(posts(page).first()).toBeVisible()
  await composer(page).fill('')
  if (defects.length > 0)
    await expect(page.locator('html')).toHaveAttribute('data-defects', defects.join(' '))
}

test('the check of each defect notices only it (R13.15)', async ({ page, expectErrors }) => {
  test.setTimeout(600_000)
  let executed = 0
  page.on('dialog', (dialog) => {
    executed += 1
    dialog.dismiss()
  })
  await logInAsGuest(page)
  for (const id of pageDefects) {
    await test.step(id, async () => {
      await startAfresh(page)
      await probes[id](page)
      await startAfresh(page, id)
      const failure = await probes[id](page).catch((error) => error)
      expect(failure?.matcherResult?.pass, `${id}: ${failure}`).toBe(false)
    })
  }
  // Markup that the policy refuses.
  expect(executed).toBe(0)
  // Failed likes.
  expectErrors(/\b500\b/, /Trusted/)
})

test('a defect is switched on and off (R13.9, R13.15)', async ({ page, context }) => {
  await logInAsGuest(page)
  const other = await context.newPage()
  await openTester(other)
  await openTool(other, 'Mock')
  await other.locator('summary', { hasText: 'Planted defects' }).press('Enter')
  const box = other.getByRole('checkbox', { name: /^page-border/ })
  await box.press('Space')
  await expect(box).toBeChecked()
  await expect(other.getByText('1 planted defect is on.')).toBeInViewport()
  // Fails unless the box changes at once.
  await box.uncheck()
  await expect(other.getByText('1 planted defect is on.')).toBeHidden()

  await setMock(page, { defects: ['missing-label', 'timestamp'] })
  for (const tab of [page, other])
    await expect(tab.getByText('2 planted defects are on.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add an emoji' })).toHaveCount(0)

  await other.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Add an emoji' })).toBeVisible()
  for (const tab of [page, other]) await expect(tab.getByText(/planted defects/)).toBeHidden()
  expect(await context.cookies()).toEqual([])
})
