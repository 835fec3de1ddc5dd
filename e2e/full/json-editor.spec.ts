// Only what needs a browser: real clicks and keys, focus, dialogs and the clipboard. Values, rows and expansion:
// src/features/tester/json-editor/*.test.ts.
import { expect, test } from '../support/fixtures.ts'
import { CARS, openCarsAndStopClock, openTree, press, row, status } from '../support/json-editor.ts'

test('with the mouse: expand, collapse, edit and remove (R14.9, R14.10)', async ({ page }) => {
  await openTree(page, CARS)
  const garage = row(page, 'garage')
  const text = page.getByRole('textbox', { name: 'Value of owner' })

  // A click on key, count or arrow toggles a row.
  await page.getByText('garage:').click()
  await expect(garage).toHaveAttribute('aria-expanded', 'false')
  await page.getByText('2 keys').last().click()
  await expect(garage).toHaveAttribute('aria-expanded', 'true')
  await garage.click({ position: { x: 10, y: 14 } })
  await expect(row(page, 'city')).toHaveCount(0)

  // Ctrl-click, Meta-click and double click edit a value.
  for (const modifier of ['Control', 'Meta'] as const) {
    await page.getByText(/^"(Mira|Control)"$/).click({ modifiers: [modifier] })
    await expect(text).toBeFocused()
    await text.fill(modifier)
    await page.keyboard.press(`${modifier}+Enter`)
    await expect(row(page, `owner: "${modifier}"`)).toBeFocused()
    await expect(status(page, 'Saved owner.')).toBeVisible()
  }
  await page.getByText('"Meta"').dblclick()
  await expect(text).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(text).toHaveCount(0)

  // A hovered row has buttons, which are not part of its label.
  await garage.locator('label').first().hover()
  await expect(page.getByRole('tree').locator('label button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove garage', exact: true }).click()
  await expect(garage).toHaveCount(0)
  await expect(row(page, 'cars')).toBeFocused()
})

test('with the keyboard: one tab stop, move and edit (R14.10)', async ({ page }) => {
  const tree = await openTree(page, CARS)
  const text = page.getByRole('textbox', { name: 'Value of owner' })

  // Rows have level, position and state, and the tree is one tab stop.
  const garage = row(page, 'garage')
  await expect(garage).toHaveAccessibleName('garage: object, 2 keys')
  for (const [name, value] of Object.entries({ level: '2', posinset: '4', setsize: '4' }))
    await expect(garage).toHaveAttribute(`aria-${name}`, value)
  await expect(garage).toHaveAttribute('aria-expanded', 'true')
  await expect(garage.getByRole('group').getByRole('treeitem')).toHaveCount(2)
  await row(page, 'city: "Graz"').focus()
  await expect(tree.locator('[tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Shift+Tab')
  await expect(tree.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(row(page, 'city: "Graz"')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tree.locator(':focus')).toHaveCount(0)

  // Arrows move the focus, and the focused row has its buttons.
  await press(page, row(page, 'Response'), 'ArrowDown', 'ArrowDown', 'ArrowUp')
  await expect(row(page, 'owner')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Remove owner' })).toBeVisible()

  // Which key is which command: tree-events.test.ts.
  await page.keyboard.press('F2')
  await text.fill('Jonas')
  await page.keyboard.press('Escape')
  await expect(text).toHaveCount(0)
  await expect(row(page, 'owner: "Mira"')).toBeFocused()
  await expect(status(page, 'Edit cancelled.')).toBeVisible()
})

test('the edit form, and the dialog for a key (R14.11, R14.13, R14.14)', async ({ page }) => {
  await openTree(page, CARS)
  const text = page.getByRole('textbox')
  const ways = page.getByRole('button', { name: /^Save as/ })

  // The buttons follow the text.
  await press(page, row(page, 'owner'), 'F2')
  await text.fill('2024-05-01')
  await expect(ways).toHaveText(['Save as date', 'Save as text'])
  await ways.last().click()
  await expect(row(page, 'owner: "2024-05-01"')).toBeFocused()

  // A key is added in a dialog, which rejects an empty or existing name.
  await press(page, row(page, 'garage'), '+')
  const dialog = page.getByRole('dialog', { name: 'Add a key to garage' })
  await expect(dialog.getByLabel('Key name')).toBeFocused()
  await page.keyboard.press('Enter')
  const error = dialog.getByText('Validation Error', { exact: true })
  await expect(error).toBeVisible()
  await dialog.getByLabel('Key name').fill('country')
  await expect(error).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Value of garage.country' })).toBeFocused()
  await page.keyboard.type('Austria')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, 'country: "Austria"')).toBeFocused()
})

test('a row is copied, or shown to copy (R14.14, R15.2)', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openCarsAndStopClock(page)
  await row(page, 'year').hover()
  await page.getByRole('button', { name: 'Copy year' }).click()
  await expect(status(page, 'Copied year.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2004')
  const tick = page.getByRole('button', { name: 'Copied year' })
  await expect(tick).toBeVisible()
  await page.clock.runFor(5_400)
  await expect(tick).toBeVisible()
  await page.clock.runFor(200)
  await expect(tick).toHaveCount(0)

  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'))
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } })
  })
  await openTree(page, { html: '&lt;' })
  await press(page, row(page, 'html'), 'Control+c')
  const dialog = page.getByRole('dialog', { name: 'Copy manually' })
  await expect(dialog.getByRole('textbox')).toHaveValue('"&lt;"')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('"&lt;"')
  await page.keyboard.press('Escape')
  await expect(row(page, 'html')).toBeFocused()
})

test('deep trees and long texts (R14.9)', async ({ page }) => {
  // 80 levels scroll inside the tree, not the page.
  const deep = Array.from({ length: 80 }).reduce<unknown>((value) => ({ k: value }), 'bottom')
  await openTree(page, deep)
  const expandLast = Array.from({ length: 80 }, () => ['End', 'ArrowRight'])
  await press(page, row(page, 'Response'), ...expandLast.flat())
  const bottom = row(page, 'k: "bottom"')
  await expect(bottom).toBeFocused()
  await expect(bottom).toHaveAttribute('aria-level', '81')
  await expect(bottom.locator('label')).toBeInViewport()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)

  // A long text wraps, a very long one is cut, and a level is indented by four units.
  await openTree(page, {
    long: 'x'.repeat(900),
    picture: `data:${'y'.repeat(20_000)}`,
    garage: { city: 'Graz' },
  })
  const left = async (name: string) => (await row(page, name).boundingBox())?.x ?? 0
  expect((await left('garage')) - (await left('Response'))).toBe(4 * 4)
  expect((await left('city')) - (await left('garage'))).toBe(4 * 4)

  const box = await page.getByText(/^"x+"$/).boundingBox()
  const tree = await page.getByRole('tree').boundingBox()
  expect(box?.height).toBeGreaterThan(40)
  expect(box?.width).toBeLessThan(tree?.width ?? 0)
  await page.getByRole('button', { name: 'Show 19,007 more characters' }).click()
  await expect(page.getByText('y'.repeat(2000))).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('one button of a row opens all its actions', async ({ page }) => {
    await openTree(page, CARS)
    await page.getByRole('button', { name: 'Actions for garage', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'garage' })
    const actions = ['Edit', 'Add key', 'Copy', 'Remove', 'Cancel']
    await expect(dialog.getByRole('button')).toHaveText(actions)
    await dialog.getByRole('button', { name: 'Remove' }).tap()
    await expect(row(page, 'garage')).toHaveCount(0)
    await expect(row(page, 'cars')).toBeFocused()

    // Rows and buttons are targets of 44 px, and the page does not scroll sideways.
    await openTree(page, CARS)
    for (const button of await page.getByRole('tree').getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    expect((await row(page, 'owner').boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})
