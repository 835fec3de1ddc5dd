// Who follows whom: the Following feed, and the lists of a profile.
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'

test('the Following feed has the posts of the users that the viewer follows (R2.10)', async ({
  page,
}) => {
  await logInAsGuest(page)
  const feeds = page.getByRole('navigation', { name: 'Feed' })
  await feeds.getByRole('link', { name: 'Following' }).click()
  await expect(page).toHaveURL('/homePage?feed=following')
  await expect(page.getByText('Posts from people you follow')).toBeVisible()
  const aside = page.getByRole('complementary')
  await aside.getByRole('button', { name: 'Follow mira' }).click()
  await expect(posts(page)).toHaveCount(2)
  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments/ })
    .click()
  await expect(page).toHaveURL(/\/post\//)
  await page.goBack()
  await expect(feeds.getByRole('link', { name: 'Following' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.reload()
  await expect(posts(page)).toHaveCount(2)
  await feeds.getByRole('link', { name: 'All' }).click()
  await expect(posts(page)).toHaveCount(5)
  await expect(feeds.getByRole('link', { name: 'Following' })).not.toHaveAttribute('aria-current')
})

test('the counts of a profile open the lists of followers and following, and Back closes them', async ({
  page,
}) => {
  await logInAsGuest(page)
  const aside = page.getByRole('complementary')
  await aside.getByRole('button', { name: 'Follow mira' }).click()
  await aside.getByRole('link', { name: /mira/ }).click()
  const profile = page.getByRole('region', { name: 'Profile of mira' })
  const followers = page.getByRole('dialog', { name: 'Followers' })
  const url = page.url()

  const opener = profile.getByRole('link', { name: '1 Follower' })
  for (const close of [
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
    () => followers.getByRole('button', { name: 'Close', exact: true }).click(),
  ]) {
    await opener.click()
    await expect(page).toHaveURL(`${url}?list=followers`)
    await expect(followers.getByRole('link', { name: /guest/ })).toBeVisible()
    await expect(followers.getByRole('button', { name: /Follow/ })).toHaveCount(0)
    await close()
    await expect(followers).toHaveCount(0)
    await expect(page).toHaveURL(url)
    await expect(opener).toBeFocused()
  }

  await profile.getByRole('link', { name: '0 Following' }).click()
  await expect(page.getByText("doesn't follow anyone yet.")).toBeVisible()
  await page.reload()
  const following = page.getByRole('dialog', { name: 'Following' })
  await following.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(following).toHaveCount(0)

  await opener.click()
  await followers.getByRole('link', { name: /guest/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Guest Driver' })).toBeFocused()
  await expect(followers).toHaveCount(0)
})
