// The Lab: a club and three phones on one screen. What its steps do: sync/lab/lab.test.ts.
import type { Page } from 'playwright/test'
import { expectNoViolations } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'
import { overflows } from '../support/layout.ts'

const phone = (page: Page, name: string) => page.getByRole('region', { name })
const status = (page: Page) => page.getByRole('region', { name: 'Run' }).getByRole('status')
const press = (page: Page, region: string, button: string) =>
  phone(page, region).getByRole('button', { name: button, exact: true }).click()

async function openLab(page: Page, fragment = ''): Promise<void> {
  await page.goto(`/mock/lab${fragment}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sync lab' })).toBeVisible()
  await expect(phone(page, 'Mira’s phone')).toBeVisible()
}

const pending = (page: Page) =>
  phone(page, 'Juno’s phone').getByRole('list', { name: 'Pending writes' })

test('two phones converge; the link replays the run; axe (R14.28)', async ({ page }) => {
  await openLab(page)
  await phone(page, 'Mira’s phone').getByLabel('Text').fill('Cold start')
  await press(page, 'Mira’s phone', 'Post')
  await page.getByRole('button', { name: 'Run until quiet' }).click()
  await expect(status(page)).toContainText('Quiet')
  for (const name of ['Mira’s phone', 'Mira’s tablet']) {
    await phone(page, name).getByLabel('Line').selectOption('No network')
    await phone(page, name).getByLabel('Text').fill(`Edited on ${name}`)
    await press(page, name, 'Edit')
    await expect(phone(page, name)).toContainText('Differs: text at the club: “Cold start”')
  }
  await expect(status(page)).toContainText('2 phones differ from the club. 2 writes wait.')
  await page.getByRole('button', { name: 'Run until quiet' }).click()
  await expect(status(page)).toContainText('Quiet')
  await expect(page.getByText('Equal to the club')).toHaveCount(3)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const invariants = page.getByRole('list', { name: 'Invariants' }).getByRole('listitem')
  await expect(invariants.filter({ hasText: 'Holds:' })).toHaveCount(6)
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 900 })
  await expectNoViolations(page)
  expect(await overflows(page)).toEqual([])

  const link = page.url()
  const seen = await phone(page, 'Club').innerText()
  await page.goto('/mock/lab')
  await expect(phone(page, 'Club')).toContainText('None.')
  await page.goto(link)
  await expect(status(page)).toContainText('Quiet')
  await expect.poll(() => phone(page, 'Club').innerText()).toBe(seen)
  await page.goto('about:blank')
  await page.goto('/mock/lab#seed=1&steps=0.post.0.0,0.fly')
  await expect(page.getByRole('alert')).toContainText('Step 2 of this link, “0.fly”, is not one.')
})

test('by keyboard: write, hand over, undo, and where the focus goes', async ({ page }) => {
  await openLab(page)
  const mira = phone(page, 'Mira’s phone')
  await mira.getByLabel('Text').focus()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect(mira.getByRole('radio', { name: 'By keyboard' })).toBeChecked()
  for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect(mira.getByText('1 like · liked')).toBeVisible()
  await expect(mira.getByRole('button', { name: 'Unlike' })).toBeFocused()

  const to = mira.getByLabel('Hand over to')
  await to.focus()
  await page.keyboard.press('j')
  await expect(to).toHaveValue('2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(mira.getByRole('status')).toHaveText('2 writes handed over.')
  await expect(mira.getByRole('button', { name: 'Hand over' })).toBeFocused()
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
  await expect(steps.first()).toContainText('hands its pending writes over to Juno’s phone')
  await expect(pending(page)).toContainText('of Mira, by courier')

  // Each step shows the next message, until there is none.
  await openLab(page, '#seed=5&steps=0.post.0.0.Hello,0.begin')
  await expect(steps).toHaveCount(2)
  for (let message = 1; message <= 6; message++) {
    const arrives = mira.getByRole('button', { name: 'It arrives', exact: true })
    if (!(await arrives.isVisible())) break
    await arrives.press('Enter')
    // The step is listed when its result is shown.
    await expect(steps).toHaveCount(2 + message)
    await expect(status(page)).not.toHaveAttribute('aria-busy', 'true')
    await expect(mira.locator(':focus')).toHaveCount(1)
  }
  const count = await steps.count()
  await page.getByRole('button', { name: 'Undo the last step' }).click()
  await expect(steps).toHaveCount(count - 1)

  // An example begins another run, and Back leaves it.
  await openLab(page)
  await page.getByRole('link', { name: 'The club refuses a write' }).click()
  await expect(pending(page)).toContainText('never sent')
  await page.goBack()
  await expect(phone(page, 'Club')).toContainText('None.')
})
