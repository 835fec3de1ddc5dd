// The form of a request: what is sent, what is said about it, and what happens while a reply is awaited. The rules for
// body and headers: src/features/tester/request/*.test.ts.
import type { Page } from 'playwright/test'
import { expectNoViolationsInThemes } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { DESKTOP, PHONE } from '../support/screens.ts'
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

test('what is said about a request, kept and awaited (R14.5, R14.7, R14.37, R14.38)', async ({
  page,
  expectErrors,
}) => {
  await openTester(page)
  await page.getByLabel('Authorization', { exact: true }).selectOption('Guest')
  await method(page).selectOption('POST')
  await endpoint(page).fill('/api/posts')
  await body(page).fill('{"content": "Valid"}')
  await body(page).fill('{"content": "Not valid"')
  await page.getByLabel('Header 2 enabled').check()
  // Chromium drops it, and says nothing.
  await page.getByLabel('Header 2 name').fill('User-Agent')
  await expect(page.getByText("This header isn't sent: the browser sets it itself.")).toBeVisible()
  await submit(page)
  await expect(result(page)).toContainText('201 Created')
  await expect(body(page)).toHaveAccessibleDescription(
    'Error in JSON format Sent: the last valid body, {"content":"Valid"}',
  )
  await body(page).fill('{"id": 1e400}')
  await expect(body(page)).toHaveAccessibleDescription(
    'JavaScript changes numbers and keys: 1e400 is sent as null.',
  )
  await body(page).fill('{"id": 1, "password": "Torque#1"}')
  await page.reload()
  await expect(endpoint(page)).toHaveValue('/api/posts')
  await expect(method(page)).toHaveValue('POST')
  await expect(body(page)).toHaveValue(/"id": 1,\s+"password": ""/)
  await page.goto('/mock')
  await expect(endpoint(page)).toHaveValue('/api/test-todos')

  // Pending, cancelled and late requests.
  const waiting = result(page).getByText('Waiting for the response…')
  await endpoint(page).fill('/api/users/1')
  // The second click of a double click hits the Cancel button, which has just come there.
  await setMock(page, { delay: 1000 })
  await page.getByRole('button', { name: 'Submit' }).dblclick()
  await expect(waiting).toBeVisible()
  await endpoint(page).fill('/api/edited')
  await expect(result(page)).toContainText('200 OK')
  await expect(endpoint(page)).toHaveValue('/api/edited')

  await setMock(page, { delay: 30_000 })
  await endpoint(page).fill('/api/users')
  await page.getByLabel('Header 1 value').press('ControlOrMeta+Enter')
  await expect(waiting).toBeVisible()
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

test('on a phone, the parts of a request are tabs (R14.39)', async ({ page }) => {
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
  await page.reload()
  await expect(tab('Headers: 2')).toHaveAttribute('aria-selected', 'true')
  await tab('Headers: 2').press('Home')
  await expect(page.getByRole('combobox', { name: 'Authorization' })).toBeVisible()
  await page.keyboard.press('End')
  await method(page).selectOption('POST')
  await body(page).fill('{"content": ')
  await expect(page.getByText('Error in JSON format')).toBeVisible()
  await tab('Headers').click()
  await expect(tab('Body Error in JSON format')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(body(page)).toBeFocused()
})

test('the tools: nothing moves (R14.40), axe, 320 px, and on a phone', async ({ page }) => {
  test.slow()
  await openTester(page)
  await ask(page, '/api/posts', '200 OK')
  // When the face of the code comes.
  const [mono, before, after] = await page.evaluate(async () => {
    await document.fonts.load('13px "JetBrains Mono"')
    const places = () =>
      [...document.querySelectorAll('main *')].map((element) => {
        // What is around the letters of a line is of no line's height.
        if (getComputedStyle(element).display === 'inline') return ''
        const { top, height } = element.getBoundingClientRect()
        return `${element.tagName} ${Math.round(top)} ${Math.round(height)}`
      })
    const { style } = document.documentElement
    const mono = getComputedStyle(document.documentElement).getPropertyValue('--mono')
    const after = places()
    style.setProperty('--mono', mono.replace('"JetBrains Mono",', ''))
    const before = places()
    style.removeProperty('--mono')
    return [mono, before, after]
  })
  expect(mono).toContain('"JetBrains Mono",')
  expect(before).toEqual(after)

  for (const tool of ['API', 'History', 'Saved', 'Mock'] as const) {
    await page.setViewportSize(DESKTOP)
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

  await page.setViewportSize(PHONE)
  await openTool(page, 'API')
  await ask(page, '/api/posts', '200 OK')
  await expect(result(page).getByText('200 OK')).toBeInViewport()
  await page.getByRole('button', { name: 'Log in with a username' }).click()
  await expect(endpoint(page)).toBeInViewport()
  await expect(endpoint(page)).toHaveValue('/api/auth/login')
})
