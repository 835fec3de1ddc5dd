// People are suggested while a name is typed (R4.25).
import type { Page } from 'playwright/test'
import { composer, openEdit, openPost } from '../support/actions.ts'
import { isUncovered } from '../support/covered.ts'
import { expect, logInAsGuest, test, writePost } from '../support/fixtures.ts'
import { fetchApi, mustSucceed } from '../support/mock.ts'

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'People' })
const options = (page: Page) => suggestions(page).getByRole('option')

test.beforeEach(async ({ page }) => {
  await logInAsGuest(page)
})

test('a name is chosen by keys, closed and undone; whom one follows comes first (R4.25)', async ({
  page,
}) => {
  const area = composer(page)
  const first = options(page).first()
  const begin = async (text: string) => {
    await area.fill('')
    await area.pressSequentially(text)
  }
  // After a bare "@", an arrow key selects.
  await begin('Meet @')
  await expect(options(page)).toHaveCount(4)
  await expect(page.getByText('4 people are suggested.')).toBeAttached()
  await expect(area).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('Meet @\n')
  await expect(suggestions(page)).toHaveCount(0)
  await page.keyboard.type('@')
  await expect(options(page)).toHaveCount(4)
  await page.keyboard.press('ArrowUp')
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(first).toHaveAttribute('aria-selected', 'true')

  await begin('Yo @j')
  await expect(first).toContainText('juno')
  await page.keyboard.press('Escape')
  await expect(suggestions(page)).toHaveCount(0)
  await page.keyboard.type('u and @mi')
  await expect(first).toContainText('mira')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('Yo @ju and @mira ')

  // Enter inserts nobody who no longer matches, and one undo removes what it inserted.
  await begin('Go @ju')
  await expect(first).toContainText('juno')
  const id = (await first.getAttribute('id')) ?? ''
  await expect(area).toHaveAttribute('aria-activedescendant', id)
  // Keys of an input method only compose text: the orders of events in Chrome, Firefox and Safari, which ends the composition
  // before the key.
  await area.evaluate((element) => {
    for (const key of ['Enter', 'Escape', 'Process', 'Tab', 'ArrowDown'])
      for (const isComposing of [true, false]) {
        const init = { key, keyCode: 229, isComposing, bubbles: true, cancelable: true }
        element.dispatchEvent(new KeyboardEvent('keydown', init))
      }
  })
  await expect(area).toHaveValue('Go @ju')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(suggestions(page)).toHaveCount(0)
  await expect(area).toBeFocused()
  await expect(area).toHaveValue('Go @juno ')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(area).toHaveValue('Go @ju')
  // The browser selects what came back.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('Go @jux\n')

  // Followed people come first, offline too.
  const people = page.getByRole('region', { name: 'Who to follow' })
  await people.getByRole('button', { name: 'Follow kenji' }).click()
  await expect(people.getByRole('button', { name: 'Un-Follow kenji' })).toBeVisible()
  await page.context().setOffline(true)
  await begin('@')
  await expect(first).toContainText('kenji')
  await page.context().setOffline(false)

  // Escape closes the list before the dialog.
  await writePost(page, 'Plain words')
  await openEdit(page)
  const dialog = page.getByRole('dialog', { name: 'Edit Post' })
  await page.keyboard.type(' @mi')
  await expect(dialog.getByRole('option').first()).toContainText('mira')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('option')).toHaveCount(0)
  await expect(dialog).toBeVisible()
})

test('the list is visible at any height, and covers no text', async ({ page }) => {
  for (const n of [1, 2, 3, 4]) {
    const person = { username: `fan${n}`, name: `Fan Number ${n}`, password: 'Torque#1' }
    await mustSucceed(fetchApi(page, 'POST /api/auth/signup', person))
  }
  await openPost(page)
  const area = page.getByRole('textbox', { name: 'Add a comment' })
  for (const height of [844, 430]) {
    await page.setViewportSize({ width: 390, height })
    await area.fill('')
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
    for (const option of await options(page).all()) {
      await page.keyboard.press('ArrowDown')
      await expect(option).toBeInViewport({ ratio: 1 })
      expect(await isUncovered(option)).toBe(true)
    }
    const text = await area.boundingBox()
    const list = await suggestions(page).boundingBox()
    if (!text || !list) throw new Error('No list')
    expect(list.y).toBeGreaterThanOrEqual(0)
    expect(list.y + list.height <= text.y || list.y >= text.y + text.height).toBe(true)
  }
})
