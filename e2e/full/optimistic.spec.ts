// What shows before the reply, and what happens to a text that is refused.
import type { Reply } from '../../src/contract/calls.ts'
import { composer } from '../support/actions.ts'
import { expect, posts, signUp, test } from '../support/fixtures.ts'
import { failNext, fetchApi, setMock } from '../support/mock.ts'

test('refused texts come back one by one (R2.25, R4.11)', async ({ page, expectErrors }) => {
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
  // While something else is in the composer, it cannot be edited there.
  await composer(page).fill('And the next')
  await expect(second.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await composer(page).fill('')
  await second.getByRole('button', { name: 'Edit' }).click()
  await expect(composer(page)).toHaveValue('a1')
  await expect(composer(page)).toBeFocused()
  await failNext(page, 'POST /api/posts', 500)
  await composer(page).press('ControlOrMeta+Enter')
  await composer(page).fill('And the next')
  await second.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(refused).toHaveCount(0)
  await expect(composer(page)).toHaveValue('And the next')
  await expect(composer(page)).toBeFocused()
  expectErrors(/\b500\b/)
})
