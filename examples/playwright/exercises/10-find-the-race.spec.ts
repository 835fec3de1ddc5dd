import { expect, type Page } from '@playwright/test'
import { callApi, openApp, setMock } from '../gearheads.ts'
import { test } from '../signed-in.ts'

const PEOPLE = ['juno', 'kenji', 'theo']

test('three follows at once and a change of mind leave two', async ({ page }) => {
  await openApp(page, '/homePage')
  const panel = page.getByRole('region', { name: 'Who to follow' })
  const buttons = panel.getByRole('button', { name: RegExp(`^Follow (${PEOPLE.join('|')})$`) })
  await expect(buttons).toHaveCount(3)
  // The replies take so long that all four clicks come before the first of them.
  await setMock(page, { delay: 1000 })

  await buttons.evaluateAll((all) => {
    for (const button of all) (button as HTMLElement).click()
  })
  await panel.getByRole('button', { name: 'Un-Follow theo' }).click()

  // The screen shows what was clicked. What counts is what is stored: it passes through [theo] and so on.
  await expect.poll(() => followedBy(page, 'mira')).toEqual(['juno', 'kenji'])
  await page.reload()
  await expect(panel.getByRole('button', { name: 'Un-Follow juno' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Un-Follow kenji' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Follow theo', exact: true })).toBeVisible()
})

async function followedBy(page: Page, username: string) {
  type Users = { users: { username: string; followers: { username: string }[] }[] }
  const { data } = await callApi<Users>(page, 'GET /api/users')
  const followed = data.users.filter(({ followers }) =>
    followers.some((follower) => follower.username === username),
  )
  return followed.map((user) => user.username).sort()
}
