import { expect, test } from './fixtures.ts'
import { CARS, copied, edit, openTree, press, row, said } from './json-editor.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

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
