import { expect, logInAsGuest, posts, signUp, test, writePost } from '../support/fixtures.ts'

test('text with line breaks and addresses reads well and is never HTML', async ({ page }) => {
  await signUp(page)
  await page
    .getByRole('textbox', { name: 'What are you driving' })
    .fill('Line one\nLine two <img src=x onerror=alert(1)> (https://gearheads.example/a?b=c).')
  await page.getByRole('button', { name: 'Vroom' }).click()
  const post = posts(page).first()
  await expect(post.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await expect(post.locator('p')).toHaveCSS('white-space-collapse', 'preserve')
  const link = post.getByRole('link', { name: 'https://gearheads.example/a?b=c', exact: true })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
})

test('a picture of a user that cannot be shown gives way to their letter', async ({
  page,
  complaints,
}) => {
  await signUp(page)
  await page.evaluate(() =>
    fetch('/api/users/edit', {
      method: 'POST',
      headers: { authorization: localStorage.getItem('gearheads-token') ?? '' },
      body: JSON.stringify({ userData: { profilePhoto: { chosen: '/seed/people/gone.svg' } } }),
    }),
  )
  await page.reload()
  await writePost(page, 'No face')
  await expect(posts(page).first().getByText('A', { exact: true })).toBeVisible()
  complaints.length = 0
})

test('times are relative, with the exact time on hover', async ({ page }) => {
  await logInAsGuest(page)
  const time = posts(page).first().locator('time')
  await expect(time).toHaveText('2h')
  await time.hover()
  await expect(time).toHaveAttribute('title', /\d{4} at \d+:\d\d/)
})

test('the theme follows the system until the switch says otherwise', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await logInAsGuest(page)
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await background()
  expect(dark).not.toBe(light)

  const button = page.getByRole('button', { name: /^Theme/ }).filter({ visible: true })
  await button.click()
  await button.click()
  await expect(button).toHaveAccessibleName('Theme: light. Switch to system')
  expect(await background()).toBe(light)
  await page.reload()
  expect(await background()).toBe(light)
})

test('every screen names its tab', async ({ page }) => {
  await logInAsGuest(page)
  const titles = {
    '/homePage': 'Home',
    '/post/5': 'Post by mira',
    '/profilePage/1': 'Mira Okafor',
    '/bookMarkPage': 'Bookmarks',
    '/settings': 'Edit-Profile',
    '/nowhere': 'Not found',
  }
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} · Gearheads`)
  }
})
