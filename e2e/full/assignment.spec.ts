// Assignments for a class (docs/testers.md#give-an-assignment): a copy of the app with planted defects that nothing in it names. That
// nothing but their effect tells which: score.spec.ts.
import { readFile } from 'node:fs/promises'
import { judgedApp } from '../../scripts/judge/judged-app.ts'
import { handlesOf } from '../../scripts/judge/plan.ts'
import { serveRun } from '../../scripts/judge/run-server.ts'
import type { Defect } from '../../src/contract/defects.ts'
import { composer, expectNoViolationsInThemes } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'
import { mockState } from '../support/mock.ts'
import { PHONE } from '../support/screens.ts'
import { storedTexts } from '../support/stored.ts'

// It may build the app.
test.describe.configure({ timeout: 400_000 })

test('a student finds defects and reports them (R13.16, R13.17)', async ({ page, context }) => {
  const planted: Defect[] = ['lost-draft', 'low-contrast']
  const assignment = '2-easy-7f3a9c'
  const server = await serveRun(await judgedApp(), handlesOf(planted), { assignment })
  const url = `http://localhost:${server.port}`
  const link = page.getByRole('link', { name: 'Report a finding' })
  const history = page.getByRole('tab', { name: 'History' })
  const heading = page.getByRole('heading', { name: `Report on assignment ${assignment}` })
  async function expectReport(): Promise<void> {
    await expect(heading).toBeFocused()
    const top = () => heading.evaluate((element) => element.getBoundingClientRect().top)
    await expect.poll(async () => Math.abs((await top()) - 100)).toBeLessThanOrEqual(100)
  }
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Log in as guest' }).click()
    await composer(page).fill('Not sent yet')
    await expect(page.getByText('2 planted defects are on.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
    await page.reload()
    await expect(composer(page)).toHaveValue('')
    expect((await mockState(page)).settings.defects).toEqual([])

    await link.click()
    await expectReport()
    const form = page.getByRole('form', { name: 'Report' })
    await expectNoViolationsInThemes(page)
    const first = form.getByRole('group', { name: 'Finding 1' })
    await first.getByLabel('Defect').selectOption('lost-draft')
    await first.getByLabel('How it shows').fill('Typed, reloaded, gone')
    await expect.poll(() => storedTexts(page)).toContain('Typed, reloaded, gone')
    await page.reload()
    await expect(first.getByLabel('How it shows')).toHaveValue('Typed, reloaded, gone')
    // A finding needs a description, and a report a name.
    const save = form.getByRole('button', { name: 'Save report' })
    const second = form.getByRole('group', { name: 'Finding 2' })
    await second.getByLabel('Defect').selectOption('low-contrast')
    await form.getByLabel('Your name').fill('Zoë O’Hara')
    await save.click()
    await expect(second.getByLabel('How it shows')).toBeFocused()
    await second.getByLabel('How it shows').fill('Pale times')
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(file.suggestedFilename()).toBe('report-2-easy-7f3a9c-Zoë-O-Hara.json')
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toEqual({
      assignment,
      student: 'Zoë O’Hara',
      findings: [
        { defect: 'lost-draft', text: 'Typed, reloaded, gone' },
        { defect: 'low-contrast', text: 'Pale times' },
      ],
    })
    expect(await context.cookies()).toEqual([])
    expect(await storedTexts(page, { files: true })).not.toContain('page-border')

    // Where the tester is open already, on a phone, and by the address.
    await history.click()
    await link.click()
    await expectReport()
    await page.setViewportSize(PHONE)
    await page.goto('about:blank')
    await page.goto(`${url}/mock#report`)
    await expectReport()
    // The first dialog of a page gives it a second entry with the same address.
    await history.click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await page.waitForFunction(() => window.history.state.isGuard)
    await page.keyboard.press('Escape')
    await expect(history).toHaveAttribute('aria-selected', 'true')
    for (const _ of [2, 3]) {
      await link.click()
      await expectReport()
    }
    await history.click()
    const tab = page.getByRole('tab', { name: 'Mock' })
    await tab.click()
    await expect(heading).toBeVisible()
    await expect(tab).toBeFocused()
  } finally {
    await server.stop()
  }
})
