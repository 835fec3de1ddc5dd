// Assignments for a class (docs/testers.md#give-an-assignment): a copy of the app with planted defects that nothing in it names. That
// nothing but their effect tells which: score.spec.ts.

import { judgedApp } from '../../scripts/judge/judged-app.ts'
import { handlesOf } from '../../scripts/judge/plan.ts'
import { serveRun } from '../../scripts/judge/run-server.ts'
import type { Defect } from '../../src/contract/defects.ts'
import { expectNoViolationsInThemes } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'
import { mockState } from '../support/mock.ts'
import { storedTexts } from '../support/stored.ts'

// It may build the app.
test.describe.configure({ timeout: 400_000 })

test('a student finds the planted defects, and saves a report, which stays on the device until then (R13.16, R13.17)', async ({
  page,
  context,
}) => {
  const planted: Defect[] = ['lost-draft', 'low-contrast']
  const assignment = '2-easy-7f3a9c'
  const server = await serveRun(await judgedApp(), handlesOf(planted), { assignment })
  try {
    await page.goto(`http://localhost:${server.port}/`)
    await page.getByRole('button', { name: 'Log in as guest' }).click()
    const composer = page.getByRole('textbox', { name: 'What are you driving' })
    await composer.fill('Not sent yet')
    await expect(page.getByText('2 planted defects are on.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
    await page.reload()
    await expect(composer).toHaveValue('')
    expect((await mockState(page)).settings.defects).toEqual([])

    await page.getByRole('link', { name: 'Report a finding' }).click()
    const form = page.getByRole('form', { name: 'Report' })
    await expect(form).toBeVisible()
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
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk)
    expect(JSON.parse(Buffer.concat(chunks).toString())).toEqual({
      assignment: '2-easy-7f3a9c',
      student: 'Zoë O’Hara',
      findings: [
        { defect: 'lost-draft', text: 'Typed, reloaded, gone' },
        { defect: 'low-contrast', text: 'Pale times' },
      ],
    })
    // Where the tester is open already, the banner shows the report.
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('link', { name: 'Report a finding' }).click()
    await expect(form).toBeVisible()
    expect(await context.cookies()).toEqual([])
    expect(await storedTexts(page, { files: true })).not.toContain('page-border')
  } finally {
    await server.stop()
  }
})
