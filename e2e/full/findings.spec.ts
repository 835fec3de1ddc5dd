// Findings in Playwright (docs/testers.md#judge-findings). The judge's rules and the cheats that need no browser: scripts/arena/findings.test.ts.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeFindings } from '../../scripts/arena/findings.ts'
import { workshopFor } from '../../scripts/arena/workshop.ts'
import { judgedApp } from '../../scripts/judge/judged-app.ts'
import { handlesOf } from '../../scripts/judge/plan.ts'
import { serveRun } from '../../scripts/judge/run-server.ts'
import { expect, test } from '../support/fixtures.ts'

// It may build the app, and runs Playwright about ten times.
test.describe.configure({ timeout: 900_000 })

/** A finding: a check whose test has this code, after a log-in. */
const finding = (code: string) => `import { expect, test } from '@playwright/test'
import { guest, logIn } from './gearheads.ts'
test('a check', async ({ page }) => {
  await logIn(page, guest)
  ${code}
})`

test('R13.21: a check is a finding, a picture of the screen is none', async ({ page }) => {
  const app = await judgedApp()
  const planted = ['lost-draft'] as const
  const explored = await serveRun(app, handlesOf(planted), { seed: 7 })
  const address = `http://localhost:${explored.port}`
  const findings = mkdtempSync(join(tmpdir(), 'gearheads-finder-'))
  const write = (name: string, code: string) => writeFileSync(join(findings, name), finding(code))
  try {
    await page.goto(`${address}/`)
    await page.getByRole('button', { name: 'Log in as guest' }).click()
    await page.getByRole('article').first().waitFor()
    const screen = JSON.stringify(await page.getByRole('main').ariaSnapshot())
    write(
      'draft.spec.ts',
      `await page.goto('${address}/homePage')
  const composer = page.getByRole('textbox', { name: 'What are you driving' })
  await composer.fill('Not sent yet')
  await page.reload()
  await expect(composer).toHaveValue('Not sent yet')`,
    )
    // A name that ends like another one is not played with it.
    write(
      'a-draft.spec.ts',
      `await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('main').ariaSnapshot()).toBe(${screen})`,
    )
  } finally {
    await explored.stop()
  }
  const workshop = workshopFor(findings)
  try {
    const found = await judgeFindings(planted, { ...workshop, app })
    expect(found).toMatchObject({
      findings: [
        { file: 'a-draft.spec.ts', result: 'false alarm', reason: 'It fails without a defect.' },
        { file: 'draft.spec.ts', result: 'found', defect: 'lost-draft' },
      ],
      ...{ recall: 1, precision: 0.5, points: 0.5 },
    })
  } finally {
    workshop.remove()
    rmSync(findings, { recursive: true })
  }
})
