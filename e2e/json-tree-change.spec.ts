import { expect, test } from './fixtures.ts'
import { CARS, copied, edit, openTree, press, row, said } from './json-editor.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

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
