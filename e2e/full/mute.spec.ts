// Mute and unmute a person (R6.6 to R6.8).
import type { Page } from 'playwright/test'
import { as } from '../support/as-user.ts'
import { expect, logInAsGuest, test, writePost } from '../support/fixtures.ts'
import { fetchApi, newestPost } from '../support/mock.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

const posts = (page: Page) => page.getByRole('list', { name: 'Posts' })

async function openProfile(page: Page, username: string): Promise<string> {
  const { data } = await fetchApi<{ users: { _id: string; username: string }[] }>(
    page,
    'GET /api/users',
  )
  const { _id = '' } = data.users.find((user) => user.username === username) ?? {}
  await page.goto(`/profilePage/${_id}`)
  return _id
}

async function choose(page: Page, item: 'Mute' | 'Unmute', username: string): Promise<void> {
  await page.getByRole('button', { name: `Profile menu, ${username}` }).click()
  await page.getByRole('menuitem', { name: `${item} ${username}` }).click()
}

test('posts of a muted person disappear from all lists, below which they go on, and come back (R6.6, R6.8)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAsGuest(page)
  await expect(posts(page).getByText('@mira').first()).toBeVisible()
  // More than a page of posts.
  const asMira = await as(page, 'mira')
  for (let n = 0; n < 45; n += 1) await asMira('POST /api/posts', { content: `Loud ${n}` })
  const mira = await openProfile(page, 'mira')
  await expect(posts(page)).toBeVisible()
  await choose(page, 'Mute', 'mira')
  await expect(page.getByText('You muted mira')).toBeVisible()
  await expect(posts(page)).toHaveCount(0)

  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await expect(posts(page).getByText('@kenji').first()).toBeVisible()
  await expect(page.getByText('No posts yet')).toHaveCount(0)
  await expect(posts(page)).toBeVisible()
  await expect(posts(page).getByText('@mira', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Who to follow' })).not.toContainText('@mira')

  // A new post of hers is not announced.
  await asMira('POST /api/posts', { content: 'Hey @guest' })
  await (await as(page, 'kenji'))('POST /api/posts', { content: 'Quiet here' })
  await page.getByTestId('new-posts-button').click()
  await expect(posts(page).getByText('Quiet here')).toBeVisible()
  await expect(page.getByText('Hey @guest')).toHaveCount(0)

  await page.getByRole('link', { name: 'Settings' }).first().click()
  const muted = page.getByRole('region', { name: 'Muted people' })
  await muted.getByRole('button', { name: 'Unmute mira' }).press('Enter')
  await expect(muted).toContainText('Nobody.')
  await expect(muted.getByRole('heading', { name: 'Muted people' })).toBeFocused()
  await expect(muted.getByRole('list')).toHaveCount(0)
  await page.goto(`/profilePage/${mira}`)
  await expect(posts(page).getByText('Hey @guest')).toBeVisible()
})

test('a post of a muted person says so, a line counts their comments, and the keyboard mutes and unmutes, also offline (R6.6)', async ({
  page,
}) => {
  await logInAsGuest(page)
  await writePost(page, 'Look at these wheels')
  const { _id: postId } = await newestPost(page)
  const theo = await as(page, 'theo')
  await theo(`POST /api/comments/add/${postId}`, { content: 'Loud noise' })

  await openProfile(page, 'theo')
  await posts(page)
    .getByRole('link', { name: /post by theo/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Post by Theo Brandt' })).toBeVisible()
  const theirs = page.url()
  await page.goBack()
  await choose(page, 'Mute', 'theo')

  await page.goto(`/post/${postId}`)
  await expect(page.getByText('1 comment by someone you muted is hidden.')).toBeVisible()
  await expect(page.getByText('Loud noise')).toHaveCount(0)
  await expect(page.getByText('No comments yet')).toHaveCount(0)
  await page.goto(theirs)
  await expect(page.getByText('You muted theo')).toBeVisible()
  await page.getByRole('button', { name: 'Unmute theo' }).click()
  await expect(page.getByRole('button', { name: 'Like' })).toBeVisible()

  await openProfile(page, 'juno')
  await goOffline(page)
  await page.getByRole('button', { name: 'Profile menu, juno' }).press('Enter')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You muted juno')).toBeVisible()
  await page.getByRole('button', { name: 'Unmute juno' }).press('Enter')
  await expect(posts(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
