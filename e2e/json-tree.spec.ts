import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'

/** Show a JSON value in the tree, whose first row is called Response. */
async function openTree(page: Page, value: unknown): Promise<Locator> {
  await page.goto(`/mock#${encodeURIComponent(JSON.stringify(value))}`)
  const tree = page.getByRole('tree', { name: 'Response' })
  await expect(row(page, 'Response')).toBeVisible()
  return tree
}

/** The row with this key, or with this key and value. */
function row(page: Page, name: string): Locator {
  const exact = name.includes(': ')
  const start = new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}${exact ? '$' : ': '}`)
  return page.getByRole('treeitem', { name: start })
}

function said(page: Page, text: string): Locator {
  return page.getByRole('status').getByText(text, { exact: true })
}

/** Move the focus to a row and press keys there. */
async function press(page: Page, on: Locator, ...keys: string[]): Promise<void> {
  await on.focus()
  for (const key of keys) await page.keyboard.press(key)
}

/** Edit a row by keyboard to this text. */
async function edit(page: Page, on: Locator, text: string, confirm = 'Control+Enter') {
  await press(page, on, 'F2')
  await page.getByRole('textbox', { name: /^Value of/ }).fill(text)
  await page.keyboard.press(confirm)
}

/** The tree over CARS; from here on time goes on only when the test says so. */
async function openCarsAndStopClock(page: Page): Promise<void> {
  await page.clock.install()
  await openTree(page, CARS)
  // What waits for the worker does so with a limit.
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
}

/** The JSON of the whole value, as it is copied. */
async function copied(page: Page): Promise<string> {
  await press(page, row(page, 'Response'), 'Control+c')
  await expect(page.getByRole('status')).toContainText('Copied Response.')
  return page.evaluate(() => navigator.clipboard.readText())
}

const CARS = {
  owner: 'Mira',
  year: 2004,
  cars: [
    { name: 'Civic', tags: ['daily'] },
    { name: 'MX-5', tags: ['fun', 'red'] },
  ],
  garage: { city: 'Graz', places: 2 },
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('the tree tells levels, places and what is open, and is one tab stop', async ({ page }) => {
  const tree = await openTree(page, CARS)
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

test('arrows, Home, End and letters move through the tree, open and close it', async ({ page }) => {
  await openTree(page, CARS)
  await press(page, row(page, 'Response'), 'ArrowDown', 'ArrowDown', 'ArrowDown')
  await expect(row(page, 'cars')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(row(page, '0')).toBeFocused()
  await expect(row(page, '0')).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, '0')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, 'name: "Civic"')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, '0')).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('End')
  await expect(row(page, 'places: 2')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(row(page, 'Response')).toBeFocused()
  await page.keyboard.press('g')
  await expect(row(page, 'garage')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(row(page, 'city')).toHaveCount(0)
})

test('a click on key, arrow or count opens and closes', async ({ page }) => {
  await openTree(page, CARS)
  await page.getByText('garage:').click()
  await expect(row(page, 'garage')).toHaveAttribute('aria-expanded', 'false')
  await page.getByText('2 keys').last().click()
  await expect(row(page, 'garage')).toHaveAttribute('aria-expanded', 'true')
  await row(page, 'garage').click({ position: { x: 10, y: 14 } })
  await expect(row(page, 'city')).toHaveCount(0)
})

for (const modifier of ['Control', 'Meta'] as const) {
  test(`a ${modifier}-click edits a value`, async ({ page }) => {
    await openTree(page, CARS)
    await page.getByText('"Mira"').click({ modifiers: [modifier] })
    await page.getByRole('textbox', { name: 'Value of owner' }).fill('Jonas')
    await page.keyboard.press(`${modifier}+Enter`)
    await expect(row(page, 'owner: "Jonas"')).toBeFocused()
    await expect(said(page, 'Saved owner.')).toBeVisible()
  })
}

test('a double click, F2 and Enter edit too, and Escape drops the edit', async ({ page }) => {
  await openTree(page, CARS)
  const text = page.getByRole('textbox', { name: 'Value of owner' })
  const starts = [
    () => page.getByText('"Mira"').dblclick(),
    () => press(page, row(page, 'owner'), 'F2'),
    () => press(page, row(page, 'owner'), 'Enter'),
  ]
  for (const start of starts) {
    await start()
    await expect(text).toBeFocused()
    await expect(text).toHaveValue('Mira')
    await text.fill('Nobody')
    await page.keyboard.press('Escape')
    await expect(text).toHaveCount(0)
    await expect(row(page, 'owner: "Mira"')).toBeFocused()
    await expect(said(page, 'Edit cancelled.')).toBeVisible()
  }
})

test('the text area of an edit has two rows at least', async ({ page }) => {
  await openTree(page, CARS)
  await press(page, row(page, 'year'), 'F2')
  const text = page.getByRole('textbox', { name: 'Value of year' })
  await expect(text).toHaveAttribute('rows', '2')
  const rows = await text.evaluate((area) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area)
    const inside =
      area.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
    return inside / Number.parseFloat(lineHeight)
  })
  expect(rows).toBeGreaterThanOrEqual(2)
})

test('an edit is typed by its text, and offered as text as well', async ({ page }) => {
  await openTree(page, { v: 'x' })
  const cases = [
    ['[1, 2]', 'array', 'v: array, 2 items'],
    ['{"a": 1}', 'object', 'v: object, 1 key'],
    ['42', 'integer', 'v: 42'],
    ['4.2', 'float', 'v: 4.2'],
    ['true', 'boolean', 'v: true'],
    ['null', 'null', 'v: null'],
    ['NaN', 'NaN', 'v: NaN'],
    ['undefined', 'undefined', 'v: undefined'],
    ['2024-05-01', 'date', 'v: 2024-05-01T00:00:00.000Z'],
  ] as const
  for (const [text, type, result] of cases) {
    await press(page, row(page, 'v'), 'F2')
    await page.getByRole('textbox').fill(text)
    await page.getByRole('button', { name: 'Save as text' }).click()
    await expect(row(page, `v: "${text}"`)).toBeFocused()
    await press(page, row(page, 'v'), 'F2')
    await page.getByRole('button', { name: `Save as ${type}` }).click()
    await expect(row(page, result)).toBeFocused()
  }
})

test('text that means nothing else has one way to be saved, and stays a string', async ({
  page,
}) => {
  await openTree(page, { v: 1 })
  for (const text of ['Honda 2004', '007', '12345678901234567890']) {
    await press(page, row(page, 'v'), 'F2')
    await page.getByRole('textbox').fill(text)
    await expect(page.getByRole('button', { name: /^Save as/ })).toHaveText(['Save as text'])
    await page.keyboard.press('Control+Enter')
    await expect(row(page, `v: "${text}"`)).toBeFocused()
  }
})

test('an untouched text that looks like a number stays text', async ({ page }) => {
  await openTree(page, { plate: '42' })
  await press(page, row(page, 'plate'), 'F2', 'Control+Enter')
  await expect(row(page, 'plate: "42"')).toBeFocused()
})

test('an object is edited as JSON, indented by four', async ({ page }) => {
  await openTree(page, { garage: { city: 'Graz' } })
  await press(page, row(page, 'garage'), 'F2')
  await expect(page.getByRole('textbox')).toHaveValue('{\n    "city": "Graz"\n}')
  await page.getByRole('textbox').fill('{"city": "Linz", "places": 3}')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, 'places: 3')).toBeVisible()
})

test('what is open stays open while values above and beside change', async ({ page }) => {
  await openTree(page, CARS)
  await press(page, row(page, '1'), 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowRight')
  await expect(row(page, '1: "red"')).toBeVisible()
  await press(page, row(page, 'garage'), 'ArrowLeft')
  await edit(page, row(page, 'owner'), '{"first": "Mira"}')
  await edit(page, row(page, 'name: "MX-5"'), 'Miata')
  await expect(row(page, '1: "red"')).toBeVisible()
  await expect(row(page, 'garage')).toHaveAttribute('aria-expanded', 'false')

  await press(page, row(page, '0: object, 2 keys'), 'Delete')
  await expect(said(page, 'Removed cars[0].')).toBeVisible()
  await expect(row(page, 'name: "Miata"')).toBeVisible()
  await expect(row(page, '1: "red"')).toBeVisible()
})

test('what is open inside survives that its parent is closed and opened', async ({ page }) => {
  await openTree(page, CARS)
  await press(page, row(page, '1'), 'ArrowRight')
  await press(page, row(page, 'cars'), 'ArrowLeft', 'ArrowRight')
  await expect(row(page, 'name: "MX-5"')).toBeVisible()
})

test('an open edit outlives that the row around it is closed, and another edit', async ({
  page,
}) => {
  await openTree(page, CARS)
  await press(page, row(page, 'city'), 'F2')
  await page.getByRole('textbox').fill('Wels')
  await page.getByText('garage:').click()
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await page.getByText('garage:').click()
  await expect(page.getByRole('textbox')).toHaveValue('Wels')

  await press(page, row(page, 'owner'), 'F2')
  await expect(said(page, 'Save or cancel the open edit first.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Value of garage.city' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(row(page, 'city: "Wels"')).toBeFocused()
})

test('an open edit stays with its value when an item before it is removed', async ({ page }) => {
  await openTree(page, ['a', 'b', 'c'])
  await press(page, row(page, '2'), 'F2')
  await page.getByRole('textbox').fill('C!')
  await press(page, row(page, '0'), 'Delete')
  await page.getByRole('textbox', { name: 'Value of [1]' }).press('Control+Enter')
  expect(JSON.parse(await copied(page))).toEqual(['b', 'C!'])
})

test('Delete removes a row and goes on to the next, at last to what it was in', async ({
  page,
}) => {
  await openTree(page, { a: 1, b: 2, list: ['x', 'y'] })
  await press(page, row(page, 'a'), 'Delete')
  await expect(row(page, 'b')).toBeFocused()
  await press(page, row(page, '0: "x"'), 'Delete')
  await expect(row(page, '0: "y"')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(row(page, 'list: array, 0 items')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(row(page, 'b')).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await expect(row(page, 'Response: object, 1 key')).toBeFocused()
})

test('a removal can be undone, with all that was open', async ({ page }) => {
  await openTree(page, CARS)
  await press(page, row(page, '0'), 'ArrowRight', 'Delete')
  await expect(row(page, 'cars: array, 1 item')).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(row(page, 'name: "Civic"')).toBeVisible()
  await expect(said(page, 'Undone.')).toBeVisible()
  await edit(page, row(page, 'owner'), 'Jonas')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'owner: "Mira"')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('the buttons of a row come with the mouse, and remove is none of its label', async ({
  page,
}) => {
  await openTree(page, CARS)
  const garage = row(page, 'garage')
  const remove = page.getByRole('button', { name: 'Remove garage', exact: true })
  await expect(remove).toHaveCount(0)
  await garage.locator('label').first().hover()
  await expect(remove).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit garage' })).toBeVisible()
  await expect(page.getByRole('tree').locator('label button')).toHaveCount(0)
  await garage.locator('label').first().click()
  await expect(row(page, 'garage')).toHaveAttribute('aria-expanded', 'false')
  await remove.click()
  await expect(garage).toHaveCount(0)
  await expect(row(page, 'cars')).toBeFocused()
})

test('the buttons of a row come with the focus too', async ({ page }) => {
  await openTree(page, CARS)
  await row(page, 'owner').focus()
  await expect(page.getByRole('button', { name: 'Remove owner' })).toBeVisible()
})

test('adding to an object asks for a key, and refuses an empty or existing one', async ({
  page,
}) => {
  await openTree(page, CARS)
  await press(page, row(page, 'garage'), 'Insert')
  const dialog = page.getByRole('dialog', { name: 'Add a key to garage' })
  await expect(dialog.getByLabel('Key name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Validation Error', { exact: true })).toBeVisible()
  await dialog.getByLabel('Key name').fill('city')
  await expect(dialog.getByText('Validation Error')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Validation Error', { exact: true })).toBeVisible()

  await dialog.getByLabel('Key name').fill('__proto__')
  await dialog.getByRole('button', { name: 'Add key' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Linz')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, '__proto__: "Linz"')).toBeFocused()
  expect(await copied(page)).toContain('"__proto__": "Linz"')
})

test('the key dialog is closed by Escape and gives the focus back', async ({ page }) => {
  await openTree(page, CARS)
  await press(page, row(page, 'garage'), '+')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row(page, 'garage')).toBeFocused()
})

test('adding to an array appends, and edits what was added', async ({ page }) => {
  await openTree(page, { list: ['a'] })
  await press(page, row(page, 'list'), 'ArrowLeft', 'Insert')
  await expect(page.getByRole('textbox', { name: 'Value of list[1]' })).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, '1: 7')).toBeFocused()
  await page.keyboard.press('Insert')
  await page.keyboard.press('Escape')
  await expect(row(page, '2: null')).toBeFocused()
})

test('an array beyond 100 is in groups of 100, whose edits reach the real item', async ({
  page,
}) => {
  await openTree(page, { list: Array.from({ length: 250 }, (_, at) => at) })
  for (const group of ['[0 … 99]: 100', '[100 … 199]: 100', '[200 … 249]: 50'])
    await expect(row(page, `${group} items`)).toBeVisible()
  await expect(row(page, 'list').getByRole('treeitem')).toHaveCount(3)
  await press(page, row(page, '[100 … 199]'), 'ArrowRight')
  await edit(page, row(page, '142: 142'), 'changed')
  await press(page, row(page, '100: 100'), 'Delete')
  await expect(row(page, '141: "changed"')).toBeVisible()
  await press(page, row(page, '[200 … 248]'), 'Insert')
  await page.keyboard.type('last')
  await page.keyboard.press('Control+Enter')
  await expect(row(page, '249: "last"')).toBeFocused()
  const { list } = JSON.parse(await copied(page))
  expect(list).toHaveLength(250)
  expect(list[141]).toBe('changed')
  expect(list[100]).toBe(101)
  expect(list[249]).toBe('last')
})

test('an array of 100 has no groups until one is added, and all of it stays in sight', async ({
  page,
}) => {
  await openTree(
    page,
    Array.from({ length: 100 }, (_, at) => at),
  )
  await expect(row(page, '[0 … 99]')).toHaveCount(0)
  await press(page, row(page, 'Response'), 'Insert', 'Escape')
  await expect(row(page, '100: null')).toBeFocused()
  await expect(row(page, '[0 … 99]')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Delete')
  await expect(row(page, '99: 99')).toBeVisible()
  await expect(row(page, '[0 … 99]')).toHaveCount(0)
})

test('ten thousand items open quickly: only open groups are on the page', async ({ page }) => {
  await openTree(page, { list: Array.from({ length: 10_000 }, (_, id) => ({ id })) })
  await expect(page.getByRole('treeitem')).toHaveCount(102)
  await press(page, row(page, '[9900 … 9999]'), 'ArrowRight', 'End')
  await expect(row(page, '9999')).toBeFocused()
  await expect(page.getByRole('treeitem')).toHaveCount(202)
  await edit(page, row(page, '9999'), 'done')
  await expect(row(page, '9999: "done"')).toBeFocused()
})

test('two hundred levels open with one key, and can be edited at the bottom', async ({ page }) => {
  const deep = Array.from({ length: 200 }).reduce<unknown>((value) => ({ k: value }), 'bottom')
  await openTree(page, deep)
  await press(page, row(page, 'Response'), '*', 'End')
  const bottom = row(page, 'k: "bottom"')
  await expect(bottom).toBeFocused()
  await expect(bottom).toHaveAttribute('aria-level', '201')
  await expect(bottom.locator('label')).toBeInViewport()
  await edit(page, bottom, 'found')
  await expect(row(page, 'k: "found"')).toBeFocused()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await width()).toBeLessThanOrEqual(0)
})

test('a long text wraps, and a very long one begins cut', async ({ page }) => {
  await openTree(page, { long: 'x'.repeat(900), picture: `data:${'y'.repeat(20_000)}` })
  const box = await page.getByText(/^"x+"$/).boundingBox()
  const tree = await page.getByRole('tree').boundingBox()
  expect(box?.height).toBeGreaterThan(40)
  expect(box?.width).toBeLessThan(tree?.width ?? 0)
  await expect(page.getByText('y'.repeat(2000))).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 19,007 more characters' }).click()
  await expect(page.getByText('y'.repeat(2000))).toBeVisible()
})

test('keys with dots and slashes, and empty ones, are edited like all others', async ({ page }) => {
  const odd = JSON.parse('{"a.b/c~d#e": 1, "": 2, "__proto__": {"constructor": 3}}')
  await openTree(page, odd)
  await edit(page, row(page, 'a.b/c~d#e'), '10')
  await edit(page, row(page, '""'), '20')
  await edit(page, row(page, 'constructor'), '30')
  expect(JSON.parse(await copied(page))).toEqual(
    JSON.parse('{"a.b/c~d#e": 10, "": 20, "__proto__": {"constructor": 30}}'),
  )
})

test('Ctrl+C copies the row with the focus as JSON, to the character', async ({ page }) => {
  const value = { html: '&lt;b&gt; &amp; <i>', quote: '"\\\n' }
  await openTree(page, value)
  expect(await copied(page)).toBe(JSON.stringify(value, null, 4))
  await press(page, row(page, 'html'), 'Meta+c')
  await expect(said(page, 'Copied html.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('"&lt;b&gt; &amp; <i>"')
})

test('what JSON cannot say is copied as near as it can, and the message names it', async ({
  page,
}) => {
  await openTree(page, { a: 1, b: 2, c: 3 })
  await edit(page, row(page, 'a'), 'undefined')
  await edit(page, row(page, 'b'), 'NaN')
  await edit(page, row(page, 'c'), '2024-05-01')
  const text = await copied(page)
  expect(JSON.parse(text)).toEqual({ b: null, c: '2024-05-01T00:00:00.000Z' })
  await expect(said(page, 'Copied Response. JSON has no undefined or NaN.')).toBeVisible()
  await press(page, row(page, 'Response'), 'F2')
  await expect(page.getByRole('status')).toContainText('edit the entries of Response one by one')
  await expect(page.getByRole('textbox')).toHaveCount(0)
})

test('the tick of a copied row clears after 5500 ms', async ({ page }) => {
  await openCarsAndStopClock(page)
  await row(page, 'owner').hover()
  await page.getByRole('button', { name: 'Copy owner' }).click()
  const tick = page.getByRole('button', { name: 'Copied owner' })
  await expect(tick).toBeVisible()
  await page.clock.runFor(5_400)
  await expect(tick).toBeVisible()
  await page.clock.runFor(200)
  await expect(tick).toHaveCount(0)
})

test('without the clipboard the text is shown to be copied by hand', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'))
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } })
  })
  await openTree(page, { html: '&lt;' })
  await press(page, row(page, 'html'), 'Control+c')
  const dialog = page.getByRole('dialog', { name: 'Copy it yourself' })
  await expect(dialog).toContainText('The browser keeps the clipboard from this page.')
  await expect(dialog.getByRole('textbox')).toHaveValue('"&lt;"')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('"&lt;"')
  await page.keyboard.press('Escape')
  await expect(row(page, 'html')).toBeFocused()
})

test('the indent is four units a level', async ({ page }) => {
  await openTree(page, CARS)
  const left = async (name: string) => (await row(page, name).boundingBox())?.x ?? 0
  expect((await left('owner')) - (await left('Response'))).toBe(4 * 4)
  expect((await left('city')) - (await left('garage'))).toBe(4 * 4)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('the tree and its edit pass axe, colours included', async ({ page }) => {
      await openTree(page, { ...CARS, ok: true, none: null, ratio: 0.5, more: { deep: {} } })
      await edit(page, row(page, 'owner'), '2024-05-01')
      await press(page, row(page, 'year'), 'F2')
      await row(page, 'ok').hover()
      const { violations } = await new AxeBuilder({ page }).include('[role=tree]').analyze()
      expect(violations).toEqual([])
    })
  })
}

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('one button a row offers all that can be done with it', async ({ page }) => {
    await openTree(page, CARS)
    await page.getByRole('button', { name: 'Actions for garage', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'garage' })
    await expect(dialog.getByRole('button')).toHaveText([
      'Edit',
      'Add key',
      'Copy',
      'Remove',
      'Cancel',
    ])
    await dialog.getByRole('button', { name: 'Add key' }).tap()
    await page.getByLabel('Key name').fill('open')
    await page.getByRole('button', { name: 'Add key' }).tap()
    await page.getByRole('textbox').fill('true')
    await page.getByRole('button', { name: 'Save as boolean' }).tap()
    await expect(row(page, 'open: true')).toBeFocused()

    await page.getByRole('button', { name: 'Actions for owner' }).tap()
    await page.getByRole('button', { name: 'Remove' }).tap()
    await expect(row(page, 'owner')).toHaveCount(0)
    await expect(row(page, 'year')).toBeFocused()
  })

  test('a long press edits a value, a tap and a swipe do not', async ({ page }) => {
    await openCarsAndStopClock(page)
    const devtools = await page.context().newCDPSession(page)
    const box = await page.getByText('"Mira"').boundingBox()
    const at = { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + 5 }
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      points: { x: number; y: number }[],
    ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const text = page.getByRole('textbox', { name: 'Value of owner' })

    await touch('touchStart', [at])
    await touch('touchEnd', [])
    await page.clock.runFor(1000)
    await expect(text).toHaveCount(0)

    await touch('touchStart', [at])
    await touch('touchMove', [{ x: at.x, y: at.y + 40 }])
    await page.clock.runFor(1000)
    await touch('touchEnd', [])
    await expect(text).toHaveCount(0)

    await touch('touchStart', [at])
    await page.clock.runFor(1000)
    await expect(text).toBeFocused()
    await touch('touchEnd', [])
    await expect(text).toHaveValue('Mira')
  })

  test('rows and their buttons are 44 px targets, and nothing is wider than the page', async ({
    page,
  }) => {
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
