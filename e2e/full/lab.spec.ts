// The Lab: a club and three phones on one screen. What its steps do: sync/lab/lab.test.ts.
import type { Page } from 'playwright/test'
import { expectNoViolations } from '../support/actions.ts'
import { expect, test } from '../support/fixtures.ts'

const phone = (page: Page, name: string) => page.getByRole('region', { name })
const status = (page: Page) => page.getByRole('region', { name: 'Run' }).getByRole('status')
const press = (page: Page, region: string, button: string) =>
  phone(page, region).getByRole('button', { name: button, exact: true }).click()

async function writePost(page: Page, on: string, text: string): Promise<void> {
  await phone(page, on).getByLabel('Text').fill(text)
  await press(page, on, 'Post')
  await expect(phone(page, on).getByRole('radio', { name: text })).toBeVisible()
}

async function openLab(page: Page, fragment = ''): Promise<void> {
  await page.goto(`/mock/lab${fragment}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sync lab' })).toBeVisible()
  await expect(phone(page, 'Mira’s phone')).toBeVisible()
}

const invariants = (page: Page) =>
  page.getByRole('list', { name: 'Invariants' }).getByRole('listitem')
const pending = (page: Page, name: string) =>
  phone(page, name).getByRole('list', { name: 'Pending writes' })

test('two phones write without a network, and all converge; the link replays the run, and another says why it is none (R14.28)', async ({
  page,
}) => {
  await openLab(page)
  await writePost(page, 'Mira’s phone', 'Cold start')
  await page.getByRole('button', { name: 'Run until quiet' }).click()
  await expect(status(page)).toContainText('Quiet')
  for (const name of ['Mira’s phone', 'Mira’s tablet']) {
    await phone(page, name).getByLabel('Line').selectOption('No network')
    await phone(page, name).getByLabel('Text').fill(`Edited on ${name}`)
    await press(page, name, 'Edit')
    await expect(
      phone(page, name).getByText('Differs: text at the club: “Cold start”'),
    ).toBeVisible()
    await expect(pending(page, name)).toContainText('never sent')
  }
  await expect(status(page)).toContainText('2 phones differ from the club. 2 writes wait.')
  await press(page, 'Mira’s phone', 'Synchronize')
  await expect(phone(page, 'Mira’s phone').getByText('The phone has no network.')).toBeVisible()

  await page.getByRole('button', { name: 'Run until quiet' }).click()
  await expect(status(page)).toContainText('Quiet')
  for (const name of ['Mira’s phone', 'Mira’s tablet', 'Juno’s phone']) {
    await expect(phone(page, name).getByText('Equal to the club')).toBeVisible()
    await expect(phone(page, name).getByRole('radio')).toHaveCount(1)
  }
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(invariants(page)).toHaveCount(6)
  await expect(invariants(page).filter({ hasText: 'Holds:' })).toHaveCount(6)

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

test('a message is lost or repeated on its way, a step is undone, an invariant may hold not yet, and Back leaves an example', async ({
  page,
}) => {
  await openLab(page, '#seed=5&steps=0.post.0.0.Hello%2C%20you,0.begin')
  const message = phone(page, 'Mira’s phone').getByRole('group', { name: 'Message on its way' })
  await expect(message).toContainText('To the club: 1 write: Post “Hello, you”')
  await message.getByRole('button', { name: 'It arrives', exact: true }).click()
  await expect(message).toContainText('From the club: 1 write done.')
  await expect(phone(page, 'Club')).toContainText('Mira’s phone: Post “Hello, you”')
  await message.getByRole('button', { name: 'It is lost' }).click()
  await expect(pending(page, 'Mira’s phone')).toContainText('sent, without a reply')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(invariants(page).filter({ hasText: 'Not yet:' })).not.toHaveCount(0)
  await expect(invariants(page).filter({ hasText: 'Does not hold:' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo the last step' }).click()
  await expect(message).toContainText('From the club: 1 write done.')
  await page.getByRole('button', { name: 'Undo the last step' }).click()
  await message.getByRole('button', { name: 'It arrives twice' }).click()
  await message.getByRole('button', { name: 'It arrives', exact: true }).click()
  await expect(phone(page, 'Mira’s phone').getByText('Equal to the club')).toBeVisible()
  await expect(phone(page, 'Club').getByText('mira Hello, you')).toHaveCount(1)

  // An example begins another run.
  await openLab(page)
  await page.getByRole('link', { name: 'The club refuses a write' }).click()
  await expect(pending(page, 'Juno’s phone')).toContainText('never sent')
  await page.getByRole('button', { name: 'Run until quiet' }).click()
  await expect(phone(page, 'Juno’s phone').getByText(/^Refused: /)).toBeVisible()
  await page.goBack()
  await expect(phone(page, 'Club')).toContainText('None.')
})

test('with the keyboard alone: writing, handing over, and the focus when a step removes the button that was pressed', async ({
  page,
}) => {
  await openLab(page)
  const mira = phone(page, 'Mira’s phone')
  await mira.getByLabel('Text').focus()
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await expect(mira.getByRole('radio', { name: 'By keyboard' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(mira.getByRole('button', { name: 'Post', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(mira.getByRole('radio', { name: 'By keyboard' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(mira.getByText('1 like · liked')).toBeVisible()
  await expect(mira.getByRole('button', { name: 'Unlike' })).toBeFocused()

  const to = mira.getByLabel('Hand over to')
  await expect(to.getByRole('option')).toHaveText(['Mira’s tablet', 'Juno’s phone'])
  await to.focus()
  await page.keyboard.press('j')
  await expect(to).toHaveValue('2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(mira.getByRole('status')).toHaveText('2 writes handed over.')
  await expect(mira.getByRole('button', { name: 'Hand over' })).toBeFocused()
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
  await expect(steps.first()).toHaveText(
    'Mira’s phone hands its pending writes over to Juno’s phone → 2 writes handed over.',
  )
  await expect(pending(page, 'Mira’s phone')).toContainText('handed over')
  await expect(pending(page, 'Juno’s phone')).toContainText('of Mira, by courier')

  // Each step shows the next message, until there is none.
  await openLab(page, '#seed=5&steps=0.post.0.0.Hello,0.begin')
  const focused = mira.locator(':focus')
  await expect(steps).toHaveCount(2)
  for (let message = 1; message <= 6; message++) {
    const arrives = mira.getByRole('button', { name: 'It arrives', exact: true })
    if (!(await arrives.isVisible())) break
    await arrives.press('Enter')
    // The step is listed when its result is shown.
    await expect(steps).toHaveCount(2 + message)
    await expect(status(page)).not.toHaveAttribute('aria-busy', 'true')
    await expect(focused).toHaveCount(1)
  }
  await mira.getByRole('button', { name: /^Delete/ }).press('Enter')
  await expect(mira.getByRole('radio', { name: /Hello/ })).toBeDisabled()
  await expect(focused).toHaveCount(1)
})

const RUN =
  '#seed=3&steps=0.post.0.0.Wheels%20for%20sale,0.like.0.0,settle,2.line.down.0.0,2.comment.0.0.Mine,0.delete.0.0,0.sync,settle,1.post.0.0,1.begin,2.post.0.0.Handed%20over,2.give.0'

test('axe finds nothing in the Lab, and it fits every width', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page, RUN)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Invariants' })).toBeVisible()
  for (const [width, height, colorScheme] of [
    [390, 844, 'dark'],
    [820, 1180, 'light'],
    [1440, 900, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await expectNoViolations(page, `${width} px, ${colorScheme}`)
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide).toBeLessThanOrEqual(0)
  }
})
