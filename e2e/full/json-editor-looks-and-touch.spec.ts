import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../support/fixtures.ts'
import { CARS, edit, openTree, press, row } from '../support/json-editor.ts'

test('ten thousand items are rendered in groups, and only expanded groups render their items', async ({
  page,
}) => {
  await openTree(page, { list: Array.from({ length: 10_000 }, (_, id) => `item ${id}`) })
  await expect(page.getByRole('treeitem')).toHaveCount(102)
  await press(page, row(page, '[9900 … 9999]'), 'ArrowRight', 'End')
  await expect(row(page, '9999')).toBeFocused()
  await expect(page.getByRole('treeitem')).toHaveCount(202)
  await edit(page, row(page, '9999'), 'done')
  await expect(row(page, '9999: "done"')).toBeFocused()
})

test('80 levels scroll inside the tree, not the page', async ({ page }) => {
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
})

test('a long text wraps, a very long one is cut, and a level is indented by four units', async ({
  page,
}) => {
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
  await expect(page.getByText('y'.repeat(2000))).toHaveCount(0)
  await page.getByRole('button', { name: 'Show 19,007 more characters' }).click()
  await expect(page.getByText('y'.repeat(2000))).toBeVisible()
})

test('the tree and its edit form pass axe in both themes, and the text area has two rows', async ({
  page,
}) => {
  await openTree(page, { ...CARS, ok: true, none: null, ratio: 0.5, more: { deep: {} } })
  await edit(page, row(page, 'owner'), '2024-05-01')
  await press(page, row(page, 'year'), 'F2')
  const text = page.getByRole('textbox', { name: 'Value of year' })
  const rows = await text.evaluate((area) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area)
    const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom)
    return (area.clientHeight - padding) / Number.parseFloat(lineHeight)
  })
  expect(rows).toBeGreaterThanOrEqual(2)

  await row(page, 'ok').hover()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).include('[role=tree]').analyze()
    expect(violations, colorScheme).toEqual([])
  }
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('one button of a row opens all its actions', async ({ page }) => {
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

  test('rows and buttons are 44 px tall targets, and the page does not scroll sideways', async ({
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
