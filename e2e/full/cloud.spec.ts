// Pictures on an image host (R10.3, R10.4, R10.6).
import { NETWORK, posts, signUp, toast } from '../support/fixtures.ts'
import { expect, postPicture, test, uploadSlowly } from '../support/image-host.ts'
import { phoneJpeg, pictureFile, SECRETS } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

// There is one image host, at one address, so these tests run one after the other.
test.describe.configure({ mode: 'default' })

const WAITING = "Saved here. Uploads when you're online."

test('an upload: done, refused, cancelled (R4.11, R10.2 to R10.4, R10.6, R16.1)', async ({
  page,
  context,
  host,
  expectErrors,
}) => {
  await signUp(page)
  const sent = page.waitForRequest((request) => request.url().includes('/garage/upload'))
  const picture = await postPicture(page, 'In the cloud', await phoneJpeg(page))
  await expect(picture).toHaveAttribute('src', host.address('ride-1'))
  await expectShown(picture)

  const [upload] = host.uploads
  expect(upload?.fields).toEqual({ cloud_name: 'garage', upload_preset: 'rides' })
  expect(upload?.file.type).toBe('image/webp')
  expect(upload?.bytes.toString('latin1', 8, 12)).toBe('WEBP')
  for (const secret of SECRETS) expect(upload?.bytes.includes(secret), secret).toBe(false)
  expect((await (await sent).response())?.fromServiceWorker()).toBe(false)

  await goOffline(page)
  await page.reload()
  await expectShown(picture)
  await page.context().setOffline(false)

  // It is given up after five refusals.
  host.failWith = 400
  const refused = await postPicture(page, 'Not like this')
  const card = posts(page).first()
  await expect(card.getByText(WAITING)).toBeVisible()
  for (let tries = 3; tries <= 7; tries++) {
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => host.begun).toBe(tries)
  }
  const reason = 'the image host refused it (status code 400)'
  await expect(toast(page, `A picture stays on this device: ${reason}.`)).toBeVisible()
  await expect(card.getByText(WAITING)).toHaveCount(0)
  await page.reload()
  await expect(card.getByText(reason)).toBeVisible()

  host.failWith = 0
  await card.getByRole('button', { name: 'Try again' }).click()
  await expect(refused).toHaveAttribute('src', host.address('ride-2'))

  // A slow one shows its progress, and is cancelled.
  await pick(page, pictureFile(2000, 1500, 'noise'))
  await expectShown(preview(page))
  await uploadSlowly(page, context, 20_000)
  const text = page.getByRole('textbox', { name: 'What are you driving' })
  await text.fill('Second thoughts')
  await page.getByRole('button', { name: 'Vroom' }).click()
  const bar = page.getByRole('progressbar', { name: 'Uploading picture' })
  const share = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(share, { intervals: [50] }).toBeGreaterThan(0)
  const first = await share()
  expect(first).toBeLessThan(90)
  await expect.poll(share, { intervals: [50] }).toBeGreaterThan(first)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Vroom', disabled: false })).toBeVisible()
  await expect(text).toHaveValue('Second thoughts')
  await expect(posts(page).first()).toContainText('Not like this')
  expect(host.uploads).toHaveLength(2)
  expectErrors(NETWORK, /\b400\b/)
})

test('a failed upload is retried (R10.6, R11.4)', async ({ page, host, expectErrors }) => {
  await signUp(page)
  host.failWith = 503
  const picture = await postPicture(page, 'Patience')
  await expect(toast(page, "Can't upload image")).toBeVisible()
  await expect(picture).toHaveAttribute('src', /^\/api\/uploads\//)
  await expectShown(picture)
  await expect(posts(page).first().getByText(WAITING)).toBeVisible()
  await expect.poll(() => host.begun, { timeout: 30_000 }).toBeGreaterThan(1)
  host.failWith = 0
  // Without any user action.
  await expect(picture).toHaveAttribute('src', host.address('ride-1'), { timeout: 30_000 })

  // That of a comment: edit-pictures.spec.ts.
  host.failWith = 500
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByLabel('Profile Image').setInputFiles(pictureFile())
  await expect(page.getByRole('button', { name: 'Keep current photo' })).toBeVisible()
  await page.getByRole('button', { name: 'Update my Profile' }).click()
  await expect(toast(page, "Can't uplaod image")).toBeVisible()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expect(page.getByText(WAITING)).toBeVisible()
  expect(host.uploads).toHaveLength(1)

  // No page is open when the host is back: leaving a page in the middle of an upload would start it again.
  await page.goto('about:blank')
  host.failWith = 0
  await page.goBack()
  await expect.poll(() => host.uploads.length).toBe(2)
  await expect(page.getByText(WAITING)).toHaveCount(0)
  const avatar = page.getByRole('form', { name: 'Edit-Profile' }).locator('img').nth(1)
  await expect(avatar).toHaveAttribute('src', host.address('ride-2'))
  expectErrors(/\b(500|503)\b/)
})

test('posted offline, uploaded once after a restart (R10.6)', async ({
  openProfile,
  host,
  expectErrors,
}) => {
  const before = await openProfile()
  const page = await before.newPage()
  await signUp(page)
  await goOffline(page)
  const picture = await postPicture(page, 'No signal at the pass')
  await expect(toast(page, "Can't upload image")).toBeVisible()
  await expectShown(picture)
  await before.close()

  const after = await openProfile()
  await after.setOffline(true)
  const tabs = [await after.newPage(), await after.newPage()]
  for (const tab of tabs) {
    await tab.goto('/homePage')
    await expect(posts(tab).first().getByText(WAITING)).toBeVisible()
  }
  expect(host.begun).toBe(0)
  await after.setOffline(false)
  for (const tab of tabs) {
    const moved = posts(tab)
      .first()
      .getByRole('img', { name: /^Photo by/ })
    await expect(moved).toHaveAttribute('src', host.address('ride-1'))
    await expect(tab.getByText(WAITING)).toHaveCount(0)
  }
  expect([host.uploads.length, host.begun]).toEqual([1, 1])
  expectErrors(NETWORK)
})
