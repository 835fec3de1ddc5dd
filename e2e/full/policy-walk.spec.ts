import {
  expect,
  logInAsGuest,
  posts,
  test,
  toast,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { phoneJpeg } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { watchViolations } from '../support/policy.ts'
import { ask, openTester } from '../support/tester-page.ts'

test('the policy stands in the way of nothing that the app does', async ({ page }) => {
  const violations = await watchViolations(page)
  await logInAsGuest(page)

  // A picture that is made smaller in a worker of its own, and one by its address on another host.
  await pick(page, await phoneJpeg(page))
  await expectShown(preview(page))
  await writePost(page, 'Walked past')
  await expectShown(posts(page).first().getByRole('img').last())
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ path: 'public/icons/icon-192.png' }),
  )
  await page.evaluate(async () => {
    const authorization = localStorage.getItem('gearheads-token') ?? ''
    const post = { content: 'By its address', imageUrl: 'https://pictures.example/1.png' }
    await fetch('/api/posts', {
      method: 'POST',
      headers: { authorization },
      body: JSON.stringify(post),
    })
  })
  await page.reload()
  const linked = posts(page).filter({ hasText: 'By its address' })
  await expectShown(linked.getByRole('img', { name: /^Picture by/ }))

  await page.getByRole('button', { name: 'Add an emoji' }).click()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await picker.locator('.category button').first().click()
  // Its styles came through: it has the size that they give it.
  await expect(picker.locator('em-emoji-picker')).toHaveCSS('min-height', '230px')
  await page.keyboard.press('Escape')

  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments/ })
    .click()
  await writeComment(page, 'Nice line')
  await expect(toast(page, 'Commented')).toBeVisible()
  await expect(page.locator('[data-sonner-toaster]')).toHaveCSS('position', 'fixed')

  for (const path of ['profilePage/1', 'bookMarkPage', 'explore', 'settings', 'nowhere']) {
    await page.goto(`/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }
  await openTester(page)
  await ask(page, '/api/posts', '200')
  await expect(page.getByRole('tree').first()).toBeVisible()
  expect(violations).toEqual([])
})
