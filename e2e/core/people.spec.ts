// Who follows whom: the Following feed, and the lists of a profile.
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'

test('the Following feed has the posts of those whom the viewer follows', async ({ page }) => {
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
