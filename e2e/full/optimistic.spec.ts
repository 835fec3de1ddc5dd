// What shows before the reply, and what happens to a text that is refused, or changed or left during the reply.
import type { Reply } from '../../src/contract/calls.ts'
import { composer, firstLike, openEdit, openPost } from '../support/actions.ts'
import { comments, expect, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { failNext, fetchApi, setMock } from '../support/mock.ts'
import { toasts } from '../support/session.ts'

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

test('an edit that goes on, and a comment in a reload, are kept', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'Original')
  await setMock(page, { delay: 1000 })
  const dialog = page.getByRole('dialog')
  await openEdit(page)
  await dialog.getByRole('textbox').fill('Edited')
  const answered = page.waitForResponse('**/api/posts/edit/*')
  await dialog.getByRole('button', { name: 'Edit Post' }).click()
  await openEdit(page)
  await dialog.getByRole('textbox').fill('Edited, and more')
  await answered
  await dialog.getByRole('textbox').press('Escape')
  // Replies are applied in order: after a later one, that of the edit has been applied.
  const liked = page.waitForResponse('**/api/posts/like/*')
  await firstLike(page).click()
  await liked
  await openEdit(page)
  await expect(dialog.getByRole('textbox')).toHaveValue('Edited, and more')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await openPost(page, 1)
  const text = page.getByRole('textbox', { name: 'Add a comment' })
  await text.fill('Said once')
  await setMock(page, { delay: 3000 })
  const sent = page.waitForRequest('**/api/comments/add/*')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await sent
  await page.reload()
  await setMock(page, { delay: 0 })
  await expect(comments(page).first()).toContainText('Said once')
  await expect(text).toHaveValue('')
  await page.reload()
  await expect(comments(page).filter({ hasText: 'Said once' })).toHaveCount(1)
})

// An input method, as those of Japanese, Korean and Vietnamese, changes a text until it is committed.
test('a refusal changes nothing that is composed (R4.31)', async ({ page, expectErrors }) => {
  expectErrors(/500/)
  await signUp(page)
  // The keys of an input method: composed text replaces itself.
  const devTools = await page.context().newCDPSession(page)
  const compose = (text: string) => {
    const [selectionStart, selectionEnd] = [text.length, text.length]
    return devTools.send('Input.imeSetComposition', { text, selectionStart, selectionEnd })
  }
  await failNext(page, 'POST /api/posts', 500, { error: ['The tank is empty'] })
  await setMock(page, { delay: 500 })
  await composer(page).fill('東京は暑い')
  await page.getByRole('button', { name: 'Vroom' }).click()
  await composer(page).click()
  await compose('お')
  await compose('おお')
  await expect(toasts(page).getByText('The tank is empty')).toBeVisible()
  await compose('おおさ')
  await compose('おおさか')
  await expect(composer(page)).toHaveValue('おおさか')
  await devTools.send('Input.insertText', { text: '大阪' })
  await expect(composer(page)).toHaveValue('大阪')
  await page.keyboard.type('も')
  await expect(composer(page)).toHaveValue('大阪も')
  await page.reload()
  await expect(composer(page)).toHaveValue('大阪も')
  const refused = page.getByTestId('post-card').filter({ hasText: 'Not sent' })
  await expect(refused).toContainText('東京は暑い')
})
