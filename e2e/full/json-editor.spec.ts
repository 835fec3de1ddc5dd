import { expect, test } from '../support/fixtures.ts'
import { CARS, openCarsAndStopClock, openTree, press, row, status } from '../support/json-editor.ts'

// Only tests that need a browser: real clicks and keys, focus, dialogs and the clipboard.
// Values, rows and expansion: src/features/tester/json-editor/*.test.ts.

const { step } = test

test('with the mouse: expand, collapse, edit and remove', async ({ page }) => {
  await openTree(page, CARS)
  const garage = row(page, 'garage')
  const text = page.getByRole('textbox', { name: 'Value of owner' })

  await step('a click on key, count or arrow toggles a row', async () => {
    await page.getByText('garage:').click()
    await expect(garage).toHaveAttribute('aria-expanded', 'false')
    await page.getByText('2 keys').last().click()
    await expect(garage).toHaveAttribute('aria-expanded', 'true')
    await garage.click({ position: { x: 10, y: 14 } })
    await expect(row(page, 'city')).toHaveCount(0)
    // react-json-tree did not collapse it as well.
    await press(page, garage, 'ArrowRight')
    await expect(row(page, 'city')).toBeVisible()
  })

  await step('Ctrl-click, Meta-click and double click edit a value', async () => {
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
  })

  await step('a hovered row has buttons, which are not part of its label', async () => {
    const remove = page.getByRole('button', { name: 'Remove garage', exact: true })
    await expect(remove).toHaveCount(0)
    await garage.locator('label').first().hover()
    await expect(page.getByRole('button', { name: 'Edit garage' })).toBeVisible()
    await expect(page.getByRole('tree').locator('label button')).toHaveCount(0)
    await remove.click()
    await expect(garage).toHaveCount(0)
    await expect(row(page, 'cars')).toBeFocused()
  })
})

test('with the keyboard: move, edit, add and remove', async ({ page }) => {
  const tree = await openTree(page, CARS)
  const text = page.getByRole('textbox', { name: 'Value of owner' })

  await step('rows have level, position and state, and the tree is one tab stop', async () => {
    const garage = row(page, 'garage')
    await expect(garage).toHaveAccessibleName('garage: object, 2 keys')
    await expect(garage).toHaveAttribute('aria-level', '2')
    await expect(garage).toHaveAttribute('aria-posinset', '4')
    await expect(garage).toHaveAttribute('aria-setsize', '4')
    await expect(garage).toHaveAttribute('aria-expanded', 'true')
    await expect(row(page, 'owner')).not.toHaveAttribute('aria-expanded')
    await expect(garage.getByRole('group').getByRole('treeitem')).toHaveCount(2)

    await expect(tree.locator('[tabindex="0"]')).toHaveCount(1)
    await row(page, 'city: "Graz"').focus()
    await expect(tree.locator('[tabindex="0"]')).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await expect(tree.locator(':focus')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(row(page, 'city: "Graz"')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(tree.locator(':focus')).toHaveCount(0)
  })

  await step('arrows move the focus, and the focused row has its buttons', async () => {
    await press(page, row(page, 'Response'), 'ArrowDown', 'ArrowDown', 'ArrowUp')
    await expect(row(page, 'owner')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Remove owner' })).toBeVisible()
  })

  await step('F2 and Enter edit, and Escape cancels', async () => {
    for (const key of ['F2', 'Enter']) {
      await page.keyboard.press(key)
      await expect(text).toBeFocused()
      await expect(text).toHaveValue('Mira')
      await text.fill('Jonas')
      await page.keyboard.press('Escape')
      await expect(text).toHaveCount(0)
      await expect(row(page, 'owner: "Mira"')).toBeFocused()
      await expect(status(page, 'Edit cancelled.')).toBeVisible()
    }
  })

  await step('Insert adds an item, and Ctrl+Enter saves its text', async () => {
    await press(page, row(page, 'tags: array, 2 items'), 'Insert')
    await page.keyboard.type('7')
    await page.keyboard.press('Control+Enter')
    await expect(row(page, '2: 7')).toBeFocused()
  })

  await step('Delete removes a row', async () => {
    await page.keyboard.press('Delete')
    await expect(row(page, '1: "red"')).toBeFocused()
  })
})

test('the edit form offers the detected type and text, and keeps unsaved text', async ({
  page,
}) => {
  await openTree(page, CARS)
  const text = page.getByRole('textbox')
  const ways = page.getByRole('button', { name: /^Save as/ })

  await step('the buttons follow the text', async () => {
    await press(page, row(page, 'owner'), 'F2')
    await text.fill('Honda 2004')
    await expect(ways).toHaveText(['Save as text'])
    await text.fill('2024-05-01')
    await expect(ways).toHaveText(['Save as date', 'Save as text'])
    await ways.last().click()
    await expect(row(page, 'owner: "2024-05-01"')).toBeFocused()
    await page.keyboard.press('F2')
    await ways.first().click()
    await expect(row(page, 'owner: 2024-05-01T00:00:00.000Z')).toBeFocused()
  })

  await step('unsaved text survives while its row is hidden', async () => {
    await press(page, row(page, 'city'), 'F2')
    await text.fill('Wels')
    await page.getByText('garage:').click()
    await expect(text).toHaveCount(0)
    await page.getByText('garage:').click()
    await expect(text).toHaveValue('Wels')
  })

  await step('another edit returns to it', async () => {
    await press(page, row(page, 'year'), 'F2')
    await expect(status(page, 'Save or cancel the open edit first.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Value of garage.city' })).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(row(page, 'city: "Wels"')).toBeFocused()
  })
})

test('a key is added in a dialog, which rejects an empty or existing name', async ({ page }) => {
  await openTree(page, CARS)
  await press(page, row(page, 'garage'), '+')
  const dialog = page.getByRole('dialog', { name: 'Add a key to garage' })
  await expect(dialog.getByLabel('Key name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'garage')).toBeFocused()

  await page.keyboard.press('Insert')
  await page.keyboard.press('Enter')
  const error = dialog.getByText('Validation Error', { exact: true })
  await expect(error).toBeVisible()
  await dialog.getByLabel('Key name').fill('city')
  await expect(error).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(error).toBeVisible()

  await dialog.getByLabel('Key name').fill('country')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Value of garage.country' })).toBeFocused()
  await page.keyboard.type('Austria')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, 'country: "Austria"')).toBeFocused()
})

test.describe('the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('copies the JSON of a row and shows a tick for 5500 ms', async ({ page }) => {
    await openCarsAndStopClock(page)
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await press(page, row(page, 'garage'), 'Control+c')
    await expect(status(page, 'Copied garage.')).toBeVisible()
    expect(await clipboard()).toBe('{\n    "city": "Graz",\n    "places": 2\n}')
    await press(page, row(page, 'owner'), 'Meta+c')
    await expect(status(page, 'Copied owner.')).toBeVisible()
    expect(await clipboard()).toBe('"Mira"')

    await row(page, 'year').hover()
    await page.getByRole('button', { name: 'Copy year' }).click()
    const tick = page.getByRole('button', { name: 'Copied year' })
    await expect(tick).toBeVisible()
    await page.clock.runFor(5_400)
    await expect(tick).toBeVisible()
    await page.clock.runFor(200)
    await expect(tick).toHaveCount(0)
  })
})

test('shows the selected text in a dialog without access to the clipboard', async ({ page }) => {
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
