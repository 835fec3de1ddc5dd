// What shows before the reply, and what happens to a text that is refused.
import type { Reply } from '../../src/contract/calls.ts'
import { composer } from '../support/actions.ts'
import { expect, posts, signUp, test } from '../support/fixtures.ts'
import { failNext, fetchApi, setMock } from '../support/mock.ts'

test('a rejected post returns to the composer; while something else is there, it stays above the feed (R4.11)', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  // Long enough to type in on a slow machine.
  await setMock(page, { delay: 5000 })
  await failNext(page, 'POST /api/posts', 500)
  await composer(page).fill('Refused')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(composer(page)).toHaveValue('')
  await composer(page).fill('And the next')
  const refused = page.getByTestId('post-card').filter({ hasText: 'Not sent' })
  await expect(refused).toContainText('Refused')
  await expect(composer(page)).toHaveValue('And the next')
  await setMock(page, { delay: 0 })
  await page.reload()
  await expect(composer(page)).toHaveValue('And the next')
  await expect(refused.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(posts(page).first()).toContainText('And the next')

  await failNext(page, 'POST /api/posts', 500)
  await refused.getByRole('button', { name: 'Send again' }).click()
  await expect(refused).toContainText('The mock answered 500')
  await refused.getByRole('button', { name: 'Edit' }).click()
  await expect(composer(page)).toHaveValue('Refused')
  await expect(composer(page)).toBeFocused()
  await composer(page).press('ControlOrMeta+Enter')
  await expect(posts(page).first()).toContainText('Refused')
  await expect(refused).toHaveCount(0)
  expectErrors(/\b500\b/)
})

test('a refused text is never part of the next submit, however quick, and the focus goes to the next one (R2.25, R4.11)', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  const failure = { method: 'POST', path: '/api/posts', status: 500, times: 2 } as const
  await setMock(page, { failures: [failure] })
  await composer(page).focus()
  for (const text of ['a0', 'a1', 'a2']) {
    await page.keyboard.type(text)
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  await expect(page.locator('[aria-busy]').getByRole('article')).toHaveCount(0)
  const { data } = await fetchApi<Reply<'GET /api/posts'>>(page, 'GET /api/posts')
  expect(data.posts.slice(0, -5).map(({ content }) => content)).toEqual(['a2'])
  const refused = page.getByTestId('post-card').filter({ hasText: 'Not sent' })
  await expect(refused).toHaveCount(2)
  const second = refused.filter({ hasText: 'a1' })
  await refused.filter({ hasText: 'a0' }).getByRole('button', { name: 'Send again' }).press('Enter')
  await expect(second.getByRole('button', { name: 'Send again' })).toBeFocused()
  await expect(posts(page).first()).toContainText('a0')
  await second.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(refused).toHaveCount(0)
  await expect(composer(page)).toBeFocused()
  expectErrors(/\b500\b/)
})
