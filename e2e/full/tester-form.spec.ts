// The form of a request: what is sent, what is said about it, and what happens while a reply is awaited. The rules for
// body and headers: src/features/tester/request/*.test.ts.
import type { Page } from 'playwright/test'
import { expectNoViolationsInThemes } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import {
  ask,
  body,
  endpoint,
  method,
  openTester,
  openTool,
  rawBody,
  result,
  submit,
} from '../support/tester-page.ts'

test('the form says what is not sent as typed, sends the last valid body, and survives a reload without secrets (R14.5, R14.37, R14.38)', async ({
  page,
}) => {
  await openTester(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/posts')) sent.push(request.postData() ?? '')
  })
  await page.getByLabel('Authorization', { exact: true }).selectOption('Guest')
  await method(page).selectOption('POST')
  await endpoint(page).fill('/api/posts')
  await body(page).fill('{"content": "Valid"}')
  await body(page).fill('{"content": "Not valid"')
  await page.getByLabel('Header 2 name').fill('X-Car')
  await expect(page.getByText("This header isn't sent: it is off.")).toBeVisible()
  await page.getByLabel('Header 2 enabled').check()
  // Chromium drops it, and says nothing.
  await page.getByLabel('Header 2 name').fill('User-Agent')
  await expect(page.getByText("This header isn't sent: the browser sets it itself.")).toBeVisible()
  await submit(page)
  await expect(result(page)).toContainText('201 Created')
  await expect(body(page)).toHaveAccessibleDescription(
    'Error in JSON format Sent: the last valid body, {"content":"Valid"}',
  )
  await body(page).fill('{"content": "Corrected"}')
  await expect(page.getByText('Sent: the last valid body')).toHaveCount(0)
  await submit(page)
  await expect.poll(() => sent).toEqual(['{"content":"Valid"}', '{"content":"Corrected"}'])

  await body(page).fill('{"id": 9007199254740993, "password": "Torque#1", "id": 1e400}')
  await expect(body(page)).toHaveAccessibleDescription(
    'JavaScript changes numbers and keys: 9007199254740993 is sent as 9007199254740992; of the key "id", the last value is sent; 1e400 is sent as null.',
  )
  await body(page).fill('{"id": 1, "password": "Torque#1"}')
  await page.reload()
  await expect(endpoint(page)).toHaveValue('/api/posts')
  await expect(method(page)).toHaveValue('POST')
  await expect(body(page)).toHaveValue(/"id": 1,\s+"password": ""/)
  await page.goto('/mock')
  await expect(endpoint(page)).toHaveValue('/api/test-todos')
})

test('a pending request is shown and can be cancelled; a late reply keeps edits, and never replaces a newer one (R14.7)', async ({
  page,
  expectErrors,
}) => {
  await openTester(page)
  await ask(page, '/api/users/1', '200 OK')
  // The second click of a double click hits the Cancel button, which has just come there.
  await setMock(page, { delay: 1000 })
  await page.getByRole('button', { name: 'Submit' }).dblclick()
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await expect(result(page)).toContainText('200 OK')

  // Once from each field, by the keyboard; long enough to be seen on a busy machine.
  await setMock(page, { delay: 3000 })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await body(page).press('ControlOrMeta+Enter')
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await endpoint(page).fill('/api/edited')
  await body(page).fill('{"edited": true}')
  await expect(result(page).getByText('200 OK')).toBeVisible()
  expect(sent.filter((url) => url.endsWith('/api/users/1'))).toHaveLength(1)
  await expect(endpoint(page)).toHaveValue('/api/edited')
  await expect(body(page)).toHaveValue('{"edited": true}')

  await setMock(page, { delay: 30_000 })
  await endpoint(page).fill('/api/users')
  await page.getByLabel('Header 1 value').press('ControlOrMeta+Enter')
  await expect(result(page).getByText('Waiting for the response…')).toBeVisible()
  await setMock(page, { delay: 0 })
  const dropped = page.waitForEvent('requestfailed')
  await ask(page, '/api/users/2', '200 OK')
  expect((await dropped).url()).toMatch(/\/api\/users$/)
  expect(await rawBody(page)).toContain('"username": "theo"')

  await setMock(page, { delay: 30_000 })
  await submit(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(result(page).getByText('Request aborted')).toBeVisible()
  await expect(page.getByText('Response is undefined.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden()
  expectErrors(/Request aborted/)
})

/** The controls that leave the cards of a window of 320 px, and those whose focus ring is cut. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    for (const control of document.querySelectorAll<HTMLElement>(
      'main :is(button, a, input, select, textarea, summary, [role=treeitem])',
    )) {
      if (!control.checkVisibility() || control.tabIndex < 0) continue
      control.focus({ preventScroll: false, focusVisible: true } as FocusOptions)
      const name = control.ariaLabel ?? control.textContent
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const inTree = control.closest('[role=tree]')
      if (!inTree && (left < 16 || right > 304)) found.push(`${name} is at ${left} to ${right}`)
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control)
      if (outlineStyle === 'none') continue
      const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      for (let box = control.parentElement; box && !inTree; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue
        const around = box.getBoundingClientRect()
        const isCut =
          left - reach < around.left ||
          right + reach > around.right ||
          Math.max(top, around.top) - reach < around.top ||
          Math.min(bottom, around.bottom) + reach > around.bottom
        if (isCut && box !== document.body) found.push(`the ring of ${name} is cut`)
      }
    }
    return found
  })

test('on a phone, authorization, headers and body are tabs; an error is marked, and shown by Submit (R14.39)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openTester(page)
  const tabs = page.getByRole('tablist', { name: 'Parts of the request' })
  const tab = (name: string) => tabs.getByRole('tab', { name })
  await expect(tabs.getByRole('tab')).toHaveText(['Authorization', 'Headers: 1', 'Body'])
  await expect(body(page)).toHaveValue('{}')
  await tab('Body').press('ArrowLeft')
  await expect(tab('Headers: 1')).toBeFocused()
  await page.getByLabel('Header 2 name').fill('X-Car')
  await page.getByLabel('Header 2 enabled').check()
  await expect(tab('Headers: 2')).toHaveAttribute('aria-selected', 'true')
  await page.reload()
  await expect(tab('Headers: 2')).toHaveAttribute('aria-selected', 'true')
  await tab('Headers: 2').press('Home')
  await expect(page.getByRole('combobox', { name: 'Authorization' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(tab('Body')).toBeFocused()

  await method(page).selectOption('POST')
  await endpoint(page).fill('/api/posts')
  await body(page).fill('{"content": ')
  await expect(page.getByText('Error in JSON format')).toBeVisible()
  const marked = tab('Body Error in JSON format')
  await expect(marked).toHaveCount(0)
  await tab('Headers').click()
  await expect(marked).toBeVisible()
  await expectNoViolationsInThemes(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(body(page)).toBeFocused()
  await tab('Headers').click()
  await setMock(page, { delay: 30_000 })
  await submit(page)
  await expect(body(page)).toHaveAccessibleDescription(/^Error in JSON format Sent: the last/)
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect.poll(() => misplaced(page)).toEqual([])

  await openTester(page, '?headers=[["X-Car","mk1"],["X-Color","red"]]')
  await expect(page.getByLabel('Header 2 name')).toHaveValue('X-Color')
  await openTester(page, '?method=POST&body={"a":1}&headers=[["X-Car","mk1"]]')
  await expect(body(page)).toHaveValue('{"a":1}')
})

test('nothing moves when the face of the code comes (R14.40)', async ({ page }) => {
  await openTester(page)
  await ask(page, '/api/posts', '200 OK')
  const moved = await page.evaluate(async () => {
    await document.fonts.load('13px "JetBrains Mono"')
    const places = () =>
      [...document.querySelectorAll('main *')].map((element) => {
        // What is around the letters of a line is of no line's height.
        if (getComputedStyle(element).display === 'inline') return ''
        const { top, height } = element.getBoundingClientRect()
        return `${element.tagName} ${Math.round(top)} ${Math.round(height)}`
      })
    const { style } = document.documentElement
    const own = getComputedStyle(document.documentElement).getPropertyValue('--mono')
    const after = places()
    style.setProperty('--mono', own.replace('"JetBrains Mono",', ''))
    const before = places()
    const isUsed = document.fonts.check('13px "JetBrains Mono"') && own.includes('JetBrains')
    return [isUsed, before.filter((one, index) => one !== after[index])]
  })
  expect(moved).toEqual([true, []])
})

test('axe finds nothing in the tools; they fit 320 px, arrow keys move between their tabs, and a phone shows what matters', async ({
  page,
}) => {
  test.slow()
  await openTester(page)
  await ask(page, '/api/posts', '200 OK')
  await page.getByRole('tab', { name: 'API' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'History' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Mock' })).toHaveAttribute('aria-selected', 'true')
  const desktop = { width: 1440, height: 900 }
  for (const tool of ['API', 'History', 'Saved', 'Mock'] as const) {
    await page.setViewportSize(desktop)
    await openTool(page, tool)
    await expect(page.getByRole('tabpanel', { name: tool })).not.toBeEmpty()
    await page.evaluate(() => {
      for (const group of document.querySelectorAll('details')) group.open = true
    })
    await expectNoViolationsInThemes(page, tool)
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(page.getByRole('tab', { name: 'Body' })).toBeVisible()
    // The layout of the size before may still be there.
    await expect.poll(() => misplaced(page), tool).toEqual([])
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await openTool(page, 'API')
  await ask(page, '/api/posts', '200 OK')
  await expect(result(page).getByText('200 OK')).toBeInViewport()
  await page.getByRole('button', { name: 'Log in with a username' }).click()
  await expect(endpoint(page)).toBeInViewport()
  await expect(endpoint(page)).toHaveValue('/api/auth/login')
})
