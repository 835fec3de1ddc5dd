// A piece of the app that the host does not have any more, or not just now.
import { readdirSync } from 'node:fs'
import { expect, signUp } from '../support/fixtures.ts'
import { test } from '../support/pwa-fixtures.ts'
import { firstBuild, type StaticHost } from '../support/static-host.ts'

/** From now on the host has no chunk of this name. */
function lose(host: StaticHost, name: string): void {
  const file = readdirSync(`${firstBuild}/assets`).find(
    (one) => one.startsWith(`${name}-`) && one.endsWith('.js'),
  )
  if (!file) throw new Error(`No chunk is named ${name}`)
  host.failing.add(`/assets/${file}`)
}

test('a piece of the app that the host lost takes nothing else along', async ({
  page,
  host,
  complaints,
}) => {
  lose(host, 'emoji-picker')
  await signUp(page)
  const text = page.getByRole('textbox', { name: 'What are you driving' })
  await text.fill('Not lost')
  const emoji = page.getByRole('button', { name: 'Add an emoji' })
  // The first time, a newer build is looked for, and the page loaded anew.
  const reloaded = page.waitForEvent('load')
  await emoji.click()
  await reloaded
  await emoji.click()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await expect(picker.getByRole('alert')).toContainText("Couldn't load the emoji.")
  await expect(text).toHaveValue('Not lost')
  host.failing.clear()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(picker.locator('.category button').first()).toBeVisible()
  complaints.length = 0
})

test('a screen that the host lost says so, and comes when the host has it again', async ({
  page,
  host,
  complaints,
}) => {
  lose(host, 'mock')
  await signUp(page)
  await page.goto(`${host.url}mock`)
  await expect(page.getByRole('heading', { name: 'This page broke down' })).toBeVisible()
  host.failing.clear()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Request tester' })).toBeVisible()
  complaints.length = 0
})

test('an app that cannot be loaded at all says so, and can be loaded again', async ({
  page,
  host,
  complaints,
}) => {
  lose(host, 'vendor')
  await page.goto(host.url)
  await expect(page.getByRole('heading', { name: 'Gearheads did not start' })).toBeVisible()
  host.failing.clear()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
  complaints.length = 0
})
