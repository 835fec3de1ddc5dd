import { expect } from '@playwright/test'
import { likeButton, openApp, posts, setMock } from '../gearheads.ts'
import { test } from '../signed-in.ts'

test('a click on the heart sends one request, and shows before the reply', async ({ page }) => {
  await openApp(page, '/homePage')
  await expect(posts(page)).toHaveCount(5)
  await setMock(page, { delay: 2000 })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })

  let answered = false
  const response = page.waitForResponse('**/api/posts/like/*').then((response) => {
    answered = true
    return response
  })
  await likeButton(page).click()
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true')
  expect(answered).toBe(false)

  expect((await response).status()).toBe(201)
  expect((await response).fromServiceWorker()).toBe(true)
  expect(sent).toEqual([expect.stringMatching(/^\/api\/posts\/like\//)])
  await expect(likeButton(page)).toHaveAccessibleName(/: 1$/)
})
