// When a reply, a row, or a file of the app is missing or broken, the screen explains it and offers a way on.
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import { expect, NETWORK, posts, signUp, test, visit, writePost } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { test as onHost } from '../support/pwa-fixtures.ts'
import { changeRows } from '../support/rows.ts'
import { firstBuild, type StaticHost } from '../support/static-host.ts'

const broken = (page: Page) => page.getByRole('heading', { name: 'This page broke down' })
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' })

test('when the feed fails, the screen shows an error and a retry, and the bars stay (R11.1)', async ({
  page,
  expectErrors,
}) => {
  await visit(page)
  // failures.spec.ts has the other kinds, with the same client.
  await setMock(page, { failures: [{ method: 'GET', path: '/api/posts', kind: 'cut' }] })
  // The landing screen may have loaded the feed already.
  await page.reload()
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await expect(broken(page)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explore' }).first()).toBeVisible()
  await setMock(page, { failures: [] })
  await tryAgain(page).click()
  await expect(posts(page)).toHaveCount(5)
  expectErrors(/\b200\b/, NETWORK)
})

test('a failure report contains build, worker and last calls, but no user content; comments that cannot be loaded leave the post on screen; a post that cannot be rendered does not affect others, and its own screen has a link home', async ({
  page,
  context,
  expectErrors,
}) => {
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
  const sentence = page.getByText("Comments can't be loaded.")
  await expect(sentence).toBeVisible()
  await expect(page.getByRole('article', { name: 'By kenji' })).toBeVisible()
  const { y = 0, height = 0 } = (await sentence.boundingBox()) ?? {}
  const below = await tryAgain(page).boundingBox()
  expect(below?.y, 'the button is below the sentence').toBeGreaterThan(y + height)
  await setMock(page, { failures: [] })
  await tryAgain(page).click()
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
  await expect(sentence).toHaveCount(0)

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
  await page.getByRole('link', { name: 'Go home' }).click()
  await expect(posts(page)).toHaveCount(5)
  await page.goBack()
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

onHost(
  'a missing chunk breaks only its own feature, screen or start, and is loaded when the host has it again',
  async ({ page, host, expectErrors }) => {
    const retry = page.getByRole('button', { name: 'Try again' })
    const vendor = lose(host, 'vendor')
    // Before the start, after which the worker precaches them.
    lose(host, 'emoji-picker')
    lose(host, 'mock')
    await page.goto(host.url)
    await expect(page.getByRole('heading', { name: "Gearheads didn't start" })).toBeVisible()
    host.failing.delete(vendor)
    await retry.click()
    await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()

    await signUp(page)
    const text = composer(page)
    await text.fill('Not lost')
    const emoji = page.getByRole('button', { name: 'Add an emoji' })
    // The first time, the app looks for a newer build and reloads the page.
    const reloaded = page.waitForEvent('load')
    await emoji.click()
    await reloaded
    await emoji.click()
    const picker = page.getByRole('dialog', { name: 'Emoji' })
    await expect(picker.getByRole('alert')).toContainText("Couldn't load the emoji.")
    await expect(text).toHaveValue('Not lost')
    await page.goto(`${host.url}mock`)
    await expect(broken(page)).toBeVisible()
    host.failing.clear()
    await retry.click()
    await expect(page.getByRole('heading', { name: 'Request tester' })).toBeVisible()
    await page.goto(`${host.url}homePage`)
    await emoji.click()
    await expect(picker.locator('.category button').first()).toBeVisible()
    expectErrors(/\b503\b/, NETWORK, /SystemJS/)
  },
)
