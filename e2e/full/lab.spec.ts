// The Lab: a club and three phones on one screen.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
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

test('two phones edit a post without a network, a reply is lost, and all converge; the link replays it', async ({
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
    await expect(phone(page, name).getByRole('list', { name: 'Pending writes' })).toContainText(
      'never sent',
    )
  }
  await expect(status(page)).toContainText('2 phones differ from the club. 2 writes wait.')
  await press(page, 'Mira’s phone', 'Synchronize')
  await expect(phone(page, 'Mira’s phone').getByText('The phone has no network.')).toBeVisible()

  await phone(page, 'Mira’s tablet').getByLabel('Line').selectOption('Works')
  await press(page, 'Mira’s tablet', 'Synchronize')
  await expect(phone(page, 'Club')).toContainText('Edited on Mira’s tablet')
  await phone(page, 'Mira’s phone').getByLabel('Line').selectOption('Loses the next reply')
  await press(page, 'Mira’s phone', 'Synchronize')
  await expect(phone(page, 'Mira’s phone').getByText('No reply came.')).toBeVisible()

  await page.getByRole('button', { name: 'Run until quiet' }).click()
  await expect(status(page)).toContainText('Quiet')
  for (const name of ['Mira’s phone', 'Mira’s tablet', 'Juno’s phone']) {
    await expect(phone(page, name).getByText('Equal to the club')).toBeVisible()
    await expect(phone(page, name).getByRole('radio')).toHaveCount(1)
  }
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const invariants = page.getByRole('list', { name: 'Invariants' }).getByRole('listitem')
  await expect(invariants).toHaveCount(5)
  await expect(invariants.filter({ hasText: 'Holds:' })).toHaveCount(5)

  const link = page.url()
  const seen = await phone(page, 'Club').innerText()
  await page.reload()
  await expect(status(page)).toContainText('Quiet')
  await expect.poll(() => phone(page, 'Club').innerText()).toBe(seen)
  await page.goto('/mock/lab')
  await expect(phone(page, 'Club')).toContainText('None.')
  await page.goto(link)
  await expect(status(page)).toContainText('Quiet')
  await expect.poll(() => phone(page, 'Club').innerText()).toBe(seen)
})

test('a message can be lost or repeated on its way, and a step can be undone', async ({ page }) => {
  await openLab(page, '#seed=5&steps=0.post.0.0.Hello%2C%20you,0.begin')
  const message = phone(page, 'Mira’s phone').getByRole('group', { name: 'Message on its way' })
  await expect(message).toContainText('To the club: 1 write: Post “Hello, you”')
  await message.getByRole('button', { name: 'It arrives', exact: true }).click()
  await expect(message).toContainText('From the club: 1 write done.')
  await expect(phone(page, 'Club')).toContainText('Mira’s phone: Post “Hello, you”')
  await message.getByRole('button', { name: 'It is lost' }).click()
  const pending = phone(page, 'Mira’s phone').getByRole('list', { name: 'Pending writes' })
  await expect(pending).toContainText('sent, without a reply')

  await page.getByRole('button', { name: 'Undo the last step' }).click()
  await expect(message).toContainText('From the club: 1 write done.')
  await page.getByRole('button', { name: 'Undo the last step' }).click()
  await message.getByRole('button', { name: 'It arrives twice' }).click()
  await message.getByRole('button', { name: 'It arrives', exact: true }).click()
  await expect(phone(page, 'Mira’s phone').getByText('Equal to the club')).toBeVisible()
  await expect(phone(page, 'Club').getByText('mira Hello, you')).toHaveCount(1)
})

test('a refused write is listed with its reason, and Back returns to the run before an example', async ({
  page,
}) => {
  await openLab(page)
  await page.getByRole('link', { name: 'The club refuses a write' }).click()
  const juno = phone(page, 'Juno’s phone')
  await expect(juno.getByRole('list', { name: 'Pending writes' })).toContainText('never sent')
  await page.getByRole('button', { name: 'Run until quiet' }).click()
  await expect(juno.getByText(/^Refused: /)).toBeVisible()
  await page.goBack()
  await expect(phone(page, 'Club')).toContainText('None.')
})

test('before all is quiet, an invariant that does not hold is said to hold not yet', async ({
  page,
}) => {
  await openLab(page, '#seed=2&steps=0.post.0.0.Hello,0.line.losesReplies.0.1,0.sync')
  const invariants = page.getByRole('list', { name: 'Invariants' }).getByRole('listitem')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(invariants.filter({ hasText: 'Not yet:' })).not.toHaveCount(0)
  await expect(invariants.filter({ hasText: 'Does not hold:' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Run until quiet' }).click()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(invariants.filter({ hasText: 'Holds:' })).toHaveCount(5)
})

test('a phone without a network hands its writes over, another delivers them, and nothing is there twice; by keyboard', async ({
  page,
}) => {
  await openLab(page)
  const mira = phone(page, 'Mira’s phone')
  const juno = phone(page, 'Juno’s phone')
  await mira.getByLabel('Line').selectOption('No network')
  await juno.getByLabel('Line').selectOption('No network')
  await press(page, 'Mira’s phone', 'Hand over')
  await expect(mira.getByRole('status')).toHaveText('There is nothing to hand over.')
  await writePost(page, 'Mira’s phone', 'No signal here')
  await expect(mira.getByRole('status')).toBeEmpty()

  const to = mira.getByLabel('Hand over to')
  await expect(to.getByRole('option')).toHaveText(['Mira’s tablet', 'Juno’s phone'])
  await to.focus()
  await page.keyboard.press('j')
  await expect(to).toHaveValue('2')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(mira.getByRole('status')).toHaveText('1 write handed over.')
  await expect(mira.getByRole('button', { name: 'Hand over' })).toBeFocused()
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
  await expect(steps.first()).toHaveText(
    'Mira’s phone hands its pending writes over to Juno’s phone → 1 write handed over.',
  )
  await expect(mira.getByRole('list', { name: 'Pending writes' })).toContainText('handed over')
  const carried = juno.getByRole('list', { name: 'Pending writes' }).getByRole('listitem')
  await expect(carried).toContainText('Post “No signal here”')
  await expect(carried).toContainText('of Mira, by courier')
  await expect(juno.getByRole('radio', { name: 'No signal here' })).toBeVisible()
  await expect(status(page)).toContainText('1 write waits.')
  expect(page.url()).toMatch(/,0\.give\.2$/)

  await juno.getByLabel('Line').selectOption('Works')
  await press(page, 'Juno’s phone', 'Synchronize')
  await expect(phone(page, 'Club').getByText('mira No signal here')).toHaveCount(1)
  await expect(juno.getByText('Equal to the club')).toBeVisible()
  await mira.getByLabel('Line').selectOption('Works')
  await press(page, 'Mira’s phone', 'Synchronize')
  await expect(mira.getByText('None: the club has everything.')).toBeVisible()
  await expect(phone(page, 'Club').getByText('mira No signal here')).toHaveCount(1)
  await expect(mira.getByRole('radio')).toHaveCount(1)

  await page.reload()
  await expect(mira.getByText('None: the club has everything.')).toBeVisible()
  await expect(steps).toHaveCount(9)
})

test('a link that is no run says why', async ({ page }) => {
  await page.goto('/mock/lab#seed=1&steps=0.post.0.0,0.fly')
  await expect(page.getByRole('alert')).toContainText('Step 2 of this link, “0.fly”, is not one.')
})

test('the focus stays at a phone when a step removes the button that was pressed', async ({
  page,
}) => {
  await openLab(page, '#seed=5&steps=0.post.0.0.Hello,0.begin')
  const mira = phone(page, 'Mira’s phone')
  const focused = mira.locator(':focus')
  const steps = page.getByRole('region', { name: 'Steps' }).getByRole('listitem')
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

test('the Lab can be used with the keyboard alone', async ({ page }) => {
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
})

const RUN =
  '#seed=3&steps=0.post.0.0.Wheels%20for%20sale,0.like.0.0,settle,2.line.down.0.0,2.comment.0.0.Mine,0.delete.0.0,0.sync,settle,1.post.0.0,1.begin,2.post.0.0.Handed%20over,2.give.0'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the Lab in the ${colorScheme} theme, and it fits every width`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await openLab(page, RUN)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page.getByRole('list', { name: 'Invariants' })).toBeVisible()
    for (const [width, height] of [
      [390, 844],
      [820, 1180],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html)}`)).toEqual([])
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(wide).toBeLessThanOrEqual(0)
      if (process.env.LAB_SHOTS)
        await page.screenshot({
          path: `${process.env.LAB_SHOTS}/${width}-${colorScheme}.png`,
          fullPage: true,
        })
    }
  })
}
