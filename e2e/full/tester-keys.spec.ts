import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { ask, endpoint, openTester, openTool, result } from '../support/tester-page.ts'

test('ctrl or meta and Enter sends from every field', async ({ page }) => {
  await openTester(page)
  await endpoint(page).fill('/api/users/1')
  await page.getByLabel('Header 1 value').press('ControlOrMeta+Enter')
  await expect(result(page).getByText('200 OK')).toBeVisible()
  // Long enough to be seen on a busy machine.
  await setMock(page, { delay: 3000 })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.getByLabel('Body', { exact: true }).press('ControlOrMeta+Enter')
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await expect(result(page).getByText('200 OK')).toBeVisible()
  expect(sent.filter((url) => url.endsWith('/api/users/1'))).toHaveLength(1)
})

test('"?" lists the shortcuts, "/" searches the API, and single keys can be switched off', async ({
  page,
}) => {
  await openTester(page)
  await openTool(page, 'History')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('Send the request')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.keyboard.press('/')
  await expect(page.getByLabel('Search the API')).toBeFocused()
  await page.keyboard.type('?/')
  await expect(page.getByLabel('Search the API')).toHaveValue('?/')

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByLabel('Use single keys').uncheck()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await expect(endpoint(page)).toBeVisible()
  await page.keyboard.press('?')
  await expect(dialog).toBeHidden()
})

test('the tools are tabs that arrows move between', async ({ page }) => {
  await openTester(page)
  await page.getByRole('tab', { name: 'API' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'History' })).toBeFocused()
  await expect(page.getByText('No requests sent yet.')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Mock' })).toHaveAttribute('aria-selected', 'true')
})

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('the tester has no accessibility faults that a machine can find', async ({ page }) => {
      await openTester(page)
      await ask(page, '/api/users/1', '200 OK')
      for (const tool of ['API', 'History', 'Mock'] as const) {
        await openTool(page, tool)
        await expect(page.getByRole('tabpanel', { name: tool })).not.toBeEmpty()
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
      }
    })
  })
}

test('a phone of 320 px shows one column and never scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openTester(page)
  await ask(page, '/api/posts', '200 OK')
  for (const tool of ['API', 'History', 'Mock'] as const) {
    await openTool(page, tool)
    const overhang = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overhang, tool).toBeLessThanOrEqual(0)
  }
})

test('a phone shows the answer after a submit, and the form after a choice', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openTester(page)
  await ask(page, '/api/posts', '200 OK')
  await expect(result(page).getByText('200 OK')).toBeInViewport()
  await page.getByRole('button', { name: 'Log in with a username' }).click()
  await expect(endpoint(page)).toBeInViewport()
  await expect(endpoint(page)).toHaveValue('/api/auth/login')
})
