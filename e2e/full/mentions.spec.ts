// People are suggested while a name is typed (R4.25).
import type { Page } from 'playwright/test'
import { composer, openEdit, openPost } from '../support/actions.ts'
import { as } from '../support/as-user.ts'
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'
import { fetchApi, mustSucceed } from '../support/mock.ts'

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'People' })
const options = (page: Page) => suggestions(page).getByRole('option')

test.beforeEach(async ({ page }) => {
  await logInAsGuest(page)
})

test('a name is chosen with the keyboard, and the post links to its profile', async ({ page }) => {
  const area = composer(page)
  await area.pressSequentially('Riding with @j')
  await expect(options(page).first()).toContainText('juno')
  const selected = options(page).first()
  await expect(selected).toHaveAttribute('aria-selected', 'true')
  await expect(area).toHaveAttribute(
    'aria-activedescendant',
    (await selected.getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expect(suggestions(page)).toHaveCount(0)
  await expect(area).toHaveValue('Riding with @juno ')
  await expect(area).toBeFocused()

  await page.keyboard.type('and @')
  await expect(options(page).nth(1)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await posts(page).first().getByRole('link', { name: '@juno', exact: true }).first().click()
  await expect(page.getByRole('heading', { name: 'Juno Vasquez' })).toBeVisible()
})

test('after a bare "@", Enter begins a new line; an arrow key selects', async ({ page }) => {
  const area = composer(page)
  await area.pressSequentially('Meet @')
  await expect(options(page)).toHaveCount(4)
  await expect(page.getByText('4 people are suggested.')).toBeAttached()
  await expect(suggestions(page).getByRole('option', { selected: true })).toHaveCount(0)
  await expect(area).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('Meet @\n')
  await expect(suggestions(page)).toHaveCount(0)

  await page.keyboard.type('@')
  await expect(options(page)).toHaveCount(4)
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
})

test('a list that was closed with Escape stays closed until the next "@"', async ({ page }) => {
  const area = composer(page)
  await area.pressSequentially('Yo @j')
  await expect(options(page).first()).toContainText('juno')
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toHaveCount(0)
  await page.keyboard.type('u and @mi')
  await expect(options(page).first()).toContainText('mira')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('Yo @ju and @mira ')
})

test('Enter inserts nobody who no longer matches, and one undo removes what it inserted', async ({
  page,
}) => {
  const area = composer(page)
  await area.pressSequentially('Go @ju')
  await expect(options(page).first()).toContainText('juno')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('Go @juno ')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(area).toHaveValue('Go @ju')
  // The browser selects what came back.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('Go @jux\n')
})

// The orders of events in Chrome, Firefox and Safari, which ends the composition before the key.
test('keys of an input method only compose text', async ({ page }) => {
  const area = composer(page)
  await area.pressSequentially('Go @ju')
  await expect(options(page).first()).toContainText('juno')
  const compose = (target: typeof area) =>
    target.evaluate((element) => {
      for (const key of ['Enter', 'Escape', 'Process', 'Tab', 'ArrowDown'])
        for (const isComposing of [true, false]) {
          const init = { key, keyCode: 229, isComposing, bubbles: true, cancelable: true }
          element.dispatchEvent(new KeyboardEvent('keydown', init))
        }
    })
  await compose(area)
  await expect(area).toHaveValue('Go @ju')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await page.goto('/explore')
  const search = page.getByRole('searchbox').first()
  await search.focus()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.keyboard.type('rain')
  await compose(search)
  await expect(search).toHaveValue('rain')
  expect(new URL(page.url()).search).toBe('')
  await page.clock.runFor(2_000)
  await expect(page).toHaveURL('/explore?q=rain')
})

for (const height of [844, 430]) {
  test(`the list and the selected option are visible at a height of ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height })
    for (const n of [1, 2, 3, 4]) {
      const person = { username: `fan${n}`, name: `Fan Number ${n}`, password: 'Torque#1' }
      await mustSucceed(fetchApi(page, 'POST /api/auth/signup', person))
    }
    await openPost(page)
    const area = page.getByRole('textbox', { name: 'Add a comment' })
    // Right above the icon bar, where there is no room below.
    const bar = page.getByRole('navigation', { name: 'Icon bar' })
    await area.evaluate(
      (element, above) => {
        scrollBy(0, element.getBoundingClientRect().bottom - above)
      },
      (await bar.boundingBox())?.y ?? 0,
    )
    await area.pressSequentially('@')
    await expect(options(page)).toHaveCount(6)
    for (let n = 0; n < 6; n += 1) {
      await page.keyboard.press('ArrowDown')
      const selected = suggestions(page).getByRole('option', { selected: true })
      await expect(selected).toBeInViewport({ ratio: 1 })
      // Nothing covers it, and it does not cover the text.
      const isOnTop = await selected.evaluate((option) => {
        const { left, top, width, height } = option.getBoundingClientRect()
        return option.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(isOnTop).toBe(true)
    }
    const text = await area.boundingBox()
    const list = await suggestions(page).boundingBox()
    if (!text || !list) throw new Error('No list')
    expect(list.y).toBeGreaterThanOrEqual(0)
    const isClear = list.y + list.height <= text.y || list.y >= text.y + text.height
    expect(isClear).toBe(true)
  })
}

test('followed people come first, also without a network', async ({ page }) => {
  const users = await fetchApi<{ users: { _id: string; username: string }[] }>(
    page,
    'GET /api/users',
  )
  const kenji = users.data.users.find(({ username }) => username === 'kenji')
  await page.goto(`/profilePage/${kenji?._id}`)
  await page
    .getByRole('button', { name: /^Follow kenji/i })
    .first()
    .click()
  await expect(page.getByRole('link', { name: /^1 Follower$/ })).toBeVisible()
  await page.goto('/homePage')
  await page.context().setOffline(true)
  await composer(page).pressSequentially('@')
  await expect(options(page).first()).toContainText('kenji')
  await page.context().setOffline(false)
})

test('a name with spaces is inserted in quotes and shown without them', async ({ page }) => {
  const body = { userData: { username: 'Mad Max 🏍️' } }
  await (await as(page, 'theo'))('POST /api/users/edit', body)
  await composer(page).pressSequentially('Ask @mad')
  await options(page).filter({ hasText: 'Mad Max' }).click()
  await expect(composer(page)).toHaveValue('Ask @"Mad Max 🏍️" ')
  await expect(composer(page)).toBeFocused()
  await page.getByRole('button', { name: 'Vroom' }).click()
  const link = posts(page).first().getByRole('link', { name: '@Mad Max 🏍️', exact: true })
  await link.click()
  await expect(page.getByRole('heading', { name: 'Theo Brandt' })).toBeVisible()
})

test('an edit suggests too, and Escape closes the list before the dialog', async ({ page }) => {
  await composer(page).fill('Plain words')
  await page.getByRole('button', { name: 'Vroom' }).click()
  const post = posts(page).first()
  await expect(post).toContainText('Plain words')
  await openEdit(post)
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await page.keyboard.type(' @mi')
  await expect(dialog.getByRole('option').first()).toContainText('mira')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('option')).toHaveCount(0)
  await expect(dialog).toBeVisible()
})
