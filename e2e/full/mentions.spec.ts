// People are suggested while a name is typed (R4.25).
import type { Page } from 'playwright/test'
import { composer, openEdit, openPost } from '../support/actions.ts'
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'
import { fetchApi, mustSucceed } from '../support/mock.ts'

const suggestions = (page: Page) => page.getByRole('listbox', { name: 'People' })
const options = (page: Page) => suggestions(page).getByRole('option')

test.beforeEach(async ({ page }) => {
  await logInAsGuest(page)
})

test('a name is chosen with the keyboard; Enter after a bare "@" begins a line, Escape closes the list until the next "@", and one undo takes a name back (R4.25)', async ({
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
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('Go @juno ')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(area).toHaveValue('Go @ju')
  // The browser selects what came back.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('x')
  await page.keyboard.press('Enter')
  await expect(area).toHaveValue('Go @jux\n')

  await begin('Riding with @j')
  await expect(first).toContainText('juno')
  await expect(first).toHaveAttribute('aria-selected', 'true')
  await expect(area).toHaveAttribute(
    'aria-activedescendant',
    (await first.getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expect(suggestions(page)).toHaveCount(0)
  await expect(area).toHaveValue('Riding with @juno ')
  await expect(area).toBeFocused()
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

test('the list and the selected option are visible, and the text is not covered, at any height', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
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
  }
})

test('followed people come first, also without a network; an edit suggests too (R4.25)', async ({
  page,
}) => {
  const people = page.getByRole('region', { name: 'Who to follow' })
  await people.getByRole('button', { name: 'Follow kenji' }).click()
  await expect(people.getByRole('button', { name: 'Un-Follow kenji' })).toBeVisible()
  await page.context().setOffline(true)
  await composer(page).pressSequentially('@')
  await expect(options(page).first()).toContainText('kenji')
  await page.context().setOffline(false)
  await composer(page).fill('')

  // Escape closes the list before the dialog.
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
