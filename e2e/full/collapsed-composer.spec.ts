// The composer of a phone: one line until it is used (R4.32).
import type { Locator, Page } from '@playwright/test'
import { expect, posts, signUp, test } from '../support/fixtures.ts'
import { press } from '../support/press.ts'

const composer = (page: Page) => page.getByRole('textbox', { name: 'What are you driving' })

const vroom = (form: Locator) => form.getByRole('button', { name: 'Vroom' })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('it opens when it is used, keeps open with a text, and closes when it is left empty, by a press that does not miss (R4.32, R2.29)', async ({
  page,
}) => {
  await signUp(page)
  const form = page.getByRole('main').getByRole('form').first()
  await expect(vroom(form)).toBeHidden()
  await expect(form.getByRole('button', { name: 'Add a picture' })).toBeVisible()
  expect((await form.boundingBox())?.height).toBeLessThanOrEqual(64)
  await composer(page).tap()
  await expect(vroom(form)).toBeVisible()
  await composer(page).fill('A draft')
  await composer(page).blur()
  await expect(vroom(form)).toBeVisible()
  await composer(page).fill('')
  await composer(page).blur()
  await expect(vroom(form)).toBeHidden()

  const like = posts(page).first().getByRole('button', { name: /^Like/ })
  await composer(page).focus()
  await expect(vroom(form)).toBeVisible()
  await like.scrollIntoViewIfNeeded()
  await press(page, like, 'mouse')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
})
