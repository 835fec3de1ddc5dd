// When a reply, a row, or a file of the app is missing or broken, the screen explains it and offers a way on.
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import { expect, NETWORK, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { test as onHost } from '../support/pwa-fixtures.ts'
import { changeRows } from '../support/rows.ts'
import { firstBuild, type StaticHost } from '../support/static-host.ts'

const broken = (page: Page) => page.getByRole('heading', { name: 'This page broke down' })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

test('what fails is read again (R11.1); the report', async ({ page, context, expectErrors }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { username } = await signUp(page)
  await writePost(page, 'Between us')
  await setMock(page, { failures: [{ method: 'GET', path: '/api/comments/:postId', status: 503 }] })
  await page.goto('/post/1')
  await expect(broken(page)).toBeVisible()
  await page.getByRole('button', { name: 'Copy error report' }).click()
  await expect(page.getByText('Copied. It contains no personal data or posts.')).toBeVisible()
  const report = await page.evaluate(() => navigator.clipboard.readText())
  await expect(page.getByLabel('Report')).toHaveValue(report)
  expect(report).toMatch(/^Gearheads, build [0-9a-f]{10}, 2/)
  expect(report).toMatch(/Worker: activated; in control; build [0-9a-f]{10}; files \d+ of \d+/)
  expect(report).toMatch(/ GET \/api\/comments\/:postId 503 \d+ ms/)
  const token = await page.evaluate(() => localStorage.getItem('gearheads-token') ?? '')
  for (const secret of [token, token.slice(-20), username, 'Between us', 'Torque#1']) {
    expect(report).not.toContain(secret)
  }

  // After a navigation within the app, the post is there.
  await page.goto('/homePage')
  await page.getByRole('link', { name: /post by kenji/ }).click()
  await expect(page.getByText("Comments can't be loaded.")).toBeVisible()
  await expect(page.getByRole('article', { name: 'By kenji' })).toBeVisible()
  await setMock(page, { failures: [] })
  await tryAgain(page).click()
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()

  await page.goto('/homePage')
  const link = posts(page)
    .first()
    .getByRole('link', { name: /, post by / })
  const path = (await link.getAttribute('href')) ?? ''
  // No part of this text becomes a URL.
  const undrawable = { imageUrl: { toString: 1, valueOf: 1 } }
  await changeRows(page, 'posts/', { _id: path.slice(-36) }, undrawable)
  await page.reload()
  await expect(page.getByText("This can't be shown.")).toBeVisible()
  await expect(posts(page)).toHaveCount(5)

  await page.goto(path)
  await expect(broken(page)).toBeVisible()
  await changeRows(page, 'posts/', { _id: path.slice(-36) }, { imageUrl: '' })
  await tryAgain(page).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expectErrors(/\b503\b/, /Cannot convert object/)
})

/** Makes the host fail for the chunk with this name. @returns its path */
function lose(host: StaticHost, name: string): string {
  const file = readdirSync(`${firstBuild}/assets`).find(
    (one) => one.startsWith(`${name}-`) && one.endsWith('.js'),
  )
  if (!file) throw new Error(`No chunk is named ${name}`)
  const path = `/assets/${file}`
  host.failing.add(path)
  return path
}

onHost('a missing chunk breaks only its feature', async ({ page, host, expectErrors }) => {
  const vendor = lose(host, 'vendor')
  // Before the start, after which the worker precaches them.
  lose(host, 'emoji-picker')
  lose(host, 'mock')
  await page.goto(host.url)
  const message = page.getByRole('heading', { name: "Gearheads didn't start" })
  await expect(message).toBeVisible()
  host.failing.delete(vendor)
  await tryAgain(page).click()
  // The page without the app has the form, too.
  await expect(message).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()

  await signUp(page)
  await composer(page).fill('Not lost')
  const emoji = page.getByRole('button', { name: 'Add an emoji' })
  // The first time, the app looks for a newer build and reloads the page.
  const reloaded = page.waitForEvent('load')
  await emoji.click()
  await reloaded
  await emoji.click()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  await expect(picker.getByRole('alert')).toContainText("Couldn't load the emoji.")
  await expect(composer(page)).toHaveValue('Not lost')
  // The app reloads the page by itself, maybe before it is loaded.
  await page.goto(`${host.url}mock`, { waitUntil: 'commit' })
  await expect(broken(page)).toBeVisible()
  host.failing.clear()
  await tryAgain(page).click()
  await expect(page.getByRole('heading', { name: 'Request tester' })).toBeVisible()
  await page.goto(`${host.url}homePage`)
  await emoji.click()
  await expect(picker.locator('.category button').first()).toBeVisible()
  expectErrors(/\b503\b/, NETWORK, /SystemJS/)
})
