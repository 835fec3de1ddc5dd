import { expectNoViolations } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import {
  ask,
  body,
  endpoint,
  openTester,
  openTool,
  rawBody,
  result,
  submit,
} from '../support/tester-page.ts'

test('text pasted into the last header row is kept', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
  await page.evaluate(() => navigator.clipboard.writeText('X-Pasted'))
  await page.getByLabel('Header 2 name').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByLabel('Header 2 name')).toHaveValue('X-Pasted')
  await expect(page.getByLabel('Header 2 name')).toBeFocused()
  await expect(page.getByLabel('Header 3 name')).toHaveValue('')
})

test('an edit made while a request is pending is kept when the reply arrives', async ({ page }) => {
  await openTester(page)
  await setMock(page, { delay: 3000 })
  await endpoint(page).fill('/api/users/1')
  await submit(page)
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await endpoint(page).fill('/api/edited')
  await body(page).fill('{"edited": true}')
  await page.getByLabel('Header 2 name').fill('X-Edited')
  await expect(result(page).getByText('200 OK')).toBeVisible()
  await expect(endpoint(page)).toHaveValue('/api/edited')
  await expect(body(page)).toHaveValue('{"edited": true}')
  await expect(page.getByLabel('Header 2 name')).toHaveValue('X-Edited')
})

test('an enabled but invalid header is omitted, with a message', async ({ page }) => {
  await openTester(page)
  const header = page.getByRole('listitem').filter({ has: page.getByLabel('Header 2 name') })
  await expect(header).not.toContainText('Not sent')
  await page.getByLabel('Header 2 name').fill('X-Car')
  await expect(header).toContainText('Not sent: this header is off.')
  await page.getByLabel('Header 2 name').fill('')
  await page.getByLabel('Header 2 enabled').check()
  await expect(page.getByText('Not sent: the header has no name.')).toBeVisible()
  await page.getByLabel('Header 3 enabled').check()
  await page.getByLabel('Header 3 name').fill('two words')
  await expect(page.getByText(/Not sent: header names can.t contain spaces/)).toBeVisible()
  await ask(page, '/api/users/1', '200 OK')
})

test('a late reply does not replace a newer one', async ({ page, expectErrors }) => {
  await openTester(page)
  await setMock(page, { delay: 30_000 })
  await endpoint(page).fill('/api/users')
  await submit(page)
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await setMock(page, { delay: 0 })
  const dropped = page.waitForEvent('requestfailed')
  await ask(page, '/api/users/2', '200 OK')
  expect((await dropped).url()).toMatch(/\/api\/users$/)
  expect(await rawBody(page)).toContain('"username": "theo"')
  expectErrors(/Request aborted/)
})

test('Ctrl+Enter and Meta+Enter send from every field', async ({ page }) => {
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

test('arrow keys move between the tabs of the tools, and a button lists the shortcuts', async ({
  page,
}) => {
  await openTester(page)
  await page.getByRole('tab', { name: 'API' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'History' })).toBeFocused()
  await expect(page.getByText('No requests sent yet.')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Mock' })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('Send the request')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

for (const colorScheme of ['dark', 'light'] as const) {
  test(`axe finds no violations in the tester: ${colorScheme}`, async ({ page }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await openTester(page)
    await ask(page, '/api/users/1', '200 OK')
    for (const tool of ['API', 'History', 'Saved', 'Mock'] as const) {
      await openTool(page, tool)
      await expect(page.getByRole('tabpanel', { name: tool })).not.toBeEmpty()
      await expectNoViolations(page, tool)
    }
  })
}

test('a phone of 320 px shows one column and never scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openTester(page)
  await ask(page, '/api/posts', '200 OK')
  for (const tool of ['API', 'History', 'Saved', 'Mock'] as const) {
    await openTool(page, tool)
    const overhang = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    expect(overhang, tool).toBeLessThanOrEqual(0)
  }
})

test('on a phone, submitting shows the response, and choosing a request shows the form', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openTester(page)
  await ask(page, '/api/posts', '200 OK')
  await expect(result(page).getByText('200 OK')).toBeInViewport()
  await page.getByRole('button', { name: 'Log in with a username' }).click()
  await expect(endpoint(page)).toBeInViewport()
  await expect(endpoint(page)).toHaveValue('/api/auth/login')
})
