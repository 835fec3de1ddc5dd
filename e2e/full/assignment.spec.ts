// Assignments of planted defects (docs/testers.md#planted-defects): a link plants them, and nothing but their effect tells which.
import type { Page } from 'playwright/test'
import { type Assignment, defectsOf, MAX_SEED } from '../../src/contract/assignments.ts'
import { type Defect, defects } from '../../src/contract/defects.ts'
import { expectNoViolationsInThemes } from '../support/actions.ts'
import { expect, logInAsGuest, posts, test, toast, visit } from '../support/fixtures.ts'
import { mockState, setMock } from '../support/mock.ts'
import { storedTexts } from '../support/stored.ts'
import { openTester, openTool } from '../support/tester-page.ts'

/** An assignment that has these defects. */
function assignmentWith(start: `${number}-${'easy' | 'mixed'}`, ...wanted: Defect[]): Assignment {
  for (let seed = 0; seed <= MAX_SEED; seed += 1) {
    const chosen = defectsOf([`${start}-${seed}`])
    if (wanted.every((id) => chosen.has(id))) return `${start}-${seed}`
  }
  throw new Error(`No assignment ${start} has ${wanted}.`)
}

const tools = (page: Page) => page.getByRole('region', { name: 'Tools' })
const isNamed = (text: string) => defects.filter((id) => text.includes(id))

/** Assignments that together have all defects. */
function assignmentsWithAll(): Assignment[] {
  const codes: Assignment[] = []
  const missing = new Set(defects)
  for (let seed = 0; missing.size > 0; seed += 1) {
    const chosen = defectsOf([`10-mixed-${seed}`])
    if ([...missing].filter((id) => chosen.has(id)).length < Math.min(4, missing.size)) continue
    codes.push(`10-mixed-${seed}`)
    for (const id of chosen) missing.delete(id)
  }
  return codes
}

/** Opens the form of the teacher, and copies the links of these assignments. */
async function copyLinks(page: Page, codes: readonly Assignment[]): Promise<string[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
  await openTool(page, 'Mock')
  await page.locator('summary', { hasText: 'Planted defects' }).press('Enter')
  const form = page.getByRole('form', { name: 'Assignment for students' })
  const links: string[] = []
  for (const code of codes) {
    const [count = '', level = '', seed = ''] = code.split('-')
    await form.getByLabel('Level').selectOption(level)
    await form.getByLabel(/^Defects, 1 to/).fill(count)
    await form.getByLabel('Seed').fill(seed)
    await form.getByRole('button').press('Enter')
    await expect(form.getByRole('status')).toContainText(`Assignment ${code}.`)
    links.push(await page.evaluate(() => navigator.clipboard.readText()))
  }
  return links
}

/** The style sheets of a page, and its globals with all that hangs on them, as text. */
function styleAndGlobals(page: Page): Promise<{ sheets: number[]; texts: string }> {
  return page.evaluate(() => {
    const rules = [...document.styleSheets].map(({ cssRules }) => [...cssRules])
    const texts = rules.flat().map(({ cssText }) => cssText)
    const seen = new Set<unknown>()
    function walk(value: unknown, depth: number): void {
      if (typeof value === 'string') texts.push(value)
      if (!value || !/object|function/.test(typeof value) || seen.has(value) || depth > 4) return
      seen.add(value)
      if (value instanceof Node && depth > 1) return
      for (const key of Reflect.ownKeys(value)) {
        texts.push(String(key))
        const property = Object.getOwnPropertyDescriptor(value, key)
        if (property && 'value' in property) walk(property.value, depth + 1)
      }
    }
    walk(window, 0)
    texts.push(...performance.getEntries().map(({ name }) => name))
    return {
      sheets: [document.adoptedStyleSheets.length, ...rules.map(({ length }) => length)],
      texts: texts.join('\n'),
    }
  })
}

test('whatever a link plants, nothing that a page can list names it (R13.16)', async ({
  page,
  newContext,
}) => {
  const codes = assignmentsWithAll()
  expect(defectsOf(codes).size).toBe(defects.length)
  const links = await copyLinks(page, codes)
  await expect(toast(page, `Link of assignment ${codes.at(-1)} copied`)).toBeVisible()
  expect((await mockState(page)).settings.defects).toEqual([])
  const student = await (await newContext()).newPage()
  const traffic: string[] = []
  student.on('console', (message) => traffic.push(message.text()))
  student.on('response', async (response) => {
    if (!response.url().includes('/api/') || response.url().endsWith('/openapi.json')) return
    const body = await response.text().catch(() => '')
    traffic.push(response.url(), JSON.stringify(response.headers()), body)
  })
  // Browsers have a property with the name of one.
  await visit(student)
  const always = isNamed((await styleAndGlobals(student)).texts)
  expect(always).toEqual(['timestamp'])
  const sheets: number[][] = []
  for (const [index, link] of links.entries()) {
    await student.goto('about:blank')
    expect(new URL(link).search).toBe('')
    await student.goto(link)
    await expect(student.getByRole('dialog')).toContainText('Planted defects: 10, not named')
    await student.getByRole('button', { name: 'Replace everything' }).click()
    await expect(student.getByText('10 planted defects are on.')).toBeVisible()
    await expect(student.locator('html')).toHaveAttribute('data-defects', codes[index] ?? '')
    await logInAsGuest(student)
    await student.reload()
    await expect(posts(student).first()).toBeVisible()
    await expect(student.locator('html')).toHaveAttribute('data-defects', codes[index] ?? '')
    expect(new URL(student.url()).hash).toBe('')
    expect((await mockState(student)).settings.defects).toEqual([codes[index]])
    const page = await styleAndGlobals(student)
    sheets.push(page.sheets)
    expect(isNamed(page.texts)).toEqual(always)
    expect(isNamed(await student.content())).toEqual([])
    const kept = await storedTexts(student, { files: true })
    expect(isNamed(kept)).toEqual([])
    expect(kept).toContain(codes[index])
    expect(isNamed(JSON.stringify(await student.context().cookies()))).toEqual([])
    await student.evaluate(() => fetch('/api/mock').then((response) => response.text()))
  }
  expect(new Set(sheets.map(String)).size, 'the number of rules is always the same').toBe(1)
  expect(traffic.join('\n')).toContain(codes[0])
  expect(isNamed(traffic.join('\n'))).toEqual([])
})

/** How many listeners for double clicks the panel Event Listeners of DevTools shows for the document. */
async function doubleClickListeners(page: Page): Promise<unknown> {
  const devTools = await page.context().newCDPSession(page)
  const { result } = await devTools.send('Runtime.evaluate', {
    expression: 'getEventListeners(document).dblclick?.length',
    includeCommandLineAPI: true,
  })
  return result.value
}

test('neither the tester nor the listeners of the page tell what is on; a report is kept over a log-out, and saved for the teacher (R13.16, R13.17)', async ({
  page,
  expectErrors,
}) => {
  await logInAsGuest(page)
  for (const code of [
    assignmentWith('3-mixed', 'double-post'),
    assignmentWith('3-mixed', 'timestamp', 'moderation', 'page-border'),
  ]) {
    await setMock(page, { defects: [code] })
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-defects', code)
    expect(await doubleClickListeners(page)).toBe(1)
  }

  const screens: string[] = []
  for (const code of ['2-mixed-6', '2-mixed-5'] as const) {
    await setMock(page, { defects: [code] })
    await openTester(page)
    await openTool(page, 'Mock')
    await page.locator('summary', { hasText: 'Planted defects: 2 on' }).click()
    await expect(page.getByRole('form', { name: 'Report' })).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /page-border/ })).toBeVisible()
    // The ids of React depend on what was rendered before.
    const html = (await tools(page).innerHTML()).replaceAll(/_r_\w+_/g, '')
    screens.push(html.replaceAll(code, ''))
  }
  expect(screens[0]).toBe(screens[1])
  await expectNoViolationsInThemes(page)

  const first = page.getByRole('group', { name: 'Finding 1' })
  const second = page.getByRole('group', { name: 'Finding 2' })
  await first.getByLabel('Defect').selectOption('lost-draft')
  await first.getByLabel('How it shows').fill('Typed, reloaded, gone')
  await second.getByLabel('Defect').selectOption('timestamp')
  await page.goto('/homePage')
  let logOuts = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/logout')) logOuts += 1
  })
  await page.locator('[data-testid="log-out-button"]:visible').click()
  await expect(page.getByRole('form', { name: 'Log-in' })).toBeVisible()

  await openTester(page)
  await openTool(page, 'Mock')
  await expect(first.getByLabel('How it shows')).toHaveValue('Typed, reloaded, gone')
  await second.getByLabel('Defect').selectOption('None yet')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save report' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('report-2-mixed-5.json')
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk)
  expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({
    assignment: '2-mixed-5',
    findings: [{ defect: 'lost-draft', text: 'Typed, reloaded, gone' }],
  })
  // On a busy machine the reply comes after the limit of the page, which then ends the session again (R3.32).
  if (logOuts > 1) expectErrors(/\b401\b.*\/api\/auth\/logout$/)
})
