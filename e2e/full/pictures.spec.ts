// One picture of a post, a comment or a profile (R10).
import type { Locator, Page } from 'playwright/test'
import { composer, firstPhoto, openPost } from '../support/actions.ts'
import { expect, logInAsGuest, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { animatedGif, give, phoneJpeg, pictureFile, SECRETS } from '../support/picture-files.ts'
import { expectShown, looks, pick, preview, served } from '../support/pictures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

const form = (page: Page) => page.getByRole('form', { name: 'What are you driving' })
const notice = (page: Page) => form(page).getByRole('alert')

/** Width to height of a picture on the screen. */
async function ratioOf(picture: Locator): Promise<number> {
  const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 }
  return width / height
}

/** Expects a type, and that nothing secret is left. */
async function expectServed(picture: Locator, type: string): Promise<Buffer> {
  const { bytes, headers } = await served(picture.page(), picture)
  expect(headers['content-type']).toBe(type)
  for (const secret of SECRETS) expect(bytes.includes(secret), secret).toBe(false)
  return bytes
}

// Other formats of animations: src/data/pictures/animation.test.ts.
test('upright, reduced, without EXIF; a GIF moves (R10.2, R10.5, R10.14, R10.25)', async ({
  page,
  context,
  expectErrors,
}) => {
  await signUp(page)
  const picture = firstPhoto(page)
  const photo = await phoneJpeg(page)
  for (const secret of SECRETS) expect(photo.buffer.includes(secret)).toBe(true)
  await pick(page, photo)
  await expectShown(preview(page))
  await writePost(page, 'Secret road')
  await expect(preview(page)).toHaveCount(0)
  await expectShown(picture)
  await expect(picture).toHaveAttribute('src', /^\/api\/uploads\/[0-9a-f-]{36}$/)
  await expectServed(picture, 'image/webp')
  const { width, height, top, bottom } = await looks(picture)
  expect([width, height]).toEqual([200, 400])
  expect(top[0]).toBeGreaterThan(200)
  expect(top[2]).toBeLessThan(60)
  expect(bottom[0]).toBeLessThan(60)
  expect(bottom[2]).toBeGreaterThan(200)

  const shrinking = page.waitForEvent('worker')
  await pick(page, pictureFile(2400, 1800, 'noise'))
  // In a worker, so that the page stays responsive.
  expect((await shrinking).url()).toContain('shrink')
  await expectShown(preview(page))
  await writePost(page, 'Gravel')
  const size = (await expectServed(picture, 'image/webp')).length
  expect(size).toBeLessThanOrEqual(400_000)
  expect(size).toBeGreaterThan(100_000)
  const reduced = await looks(picture)
  expect(reduced.width).toBeLessThanOrEqual(1600)
  expect(reduced.width).toBeGreaterThan(400)
  expect(reduced.width / reduced.height).toBeCloseTo(4 / 3, 1)

  await pick(page, animatedGif())
  await expect(page.getByText('This picture stays animated.')).toBeVisible()
  await writePost(page, 'A wheelie')
  await expectServed(picture, 'image/gif')
  const pause = posts(page).first().getByRole('button', { name: 'Pause animation' })
  const play = posts(page).first().getByRole('button', { name: 'Play animation' })
  // It stops by itself, and goes on as long as its viewer likes.
  await expect(pause).toBeVisible()
  await play.click()
  await pause.click()
  await expect(play).toBeVisible()
  // It never starts by itself under reduced motion.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await play.click()
  await expect(pause).toBeVisible()

  const old = await context.newPage()
  await old.addInitScript(() => Reflect.deleteProperty(window, 'OffscreenCanvas'))
  await old.goto('/homePage')
  await pick(old, pictureFile(2000, 1000))
  await expectShown(preview(old))
  await expect(preview(old)).toHaveJSProperty('naturalWidth', 1600)
  await old.close()

  await goOffline(page)
  await page.goto('/homePage')
  await expectShown(picture)
  const opened = await page.goto((await picture.getAttribute('src')) ?? '')
  expect([opened?.status(), opened?.fromServiceWorker()]).toEqual([200, true])
  // The browser's own frame around it is blocked too, with an error in the console.
  expectErrors(/Content Security Policy/, /sandboxed/)
})

test('the frame of a picture (R10.11, R10.12, R10.17)', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  // A long screenshot stays readable: as wide as the phone in the viewer. Other ratios: src/data/pictures/picture-ratio.test.ts.
  await pick(page, pictureFile(1080, 9000))
  await expectShown(preview(page))
  const description = page.getByRole('textbox', { name: 'Picture description (optional)' })
  await page.getByRole('button', { name: 'Add description of picture' }).click()
  await description.fill('Two bikes by the sea')
  await description.press('Enter')
  await writePost(page, 'Long')
  const picture = page.getByRole('img', { name: 'Two bikes by the sea', exact: true })
  await expectShown(picture)
  expect((await looks(picture)).width).toBe(720)
  await expect(picture).toHaveCSS('object-fit', 'cover')
  await expect.poll(() => ratioOf(picture)).toBeCloseTo(4 / 5, 2)
  await openPost(page)
  await expect.poll(() => ratioOf(picture)).toBeCloseTo(1 / 2, 2)
  await page.getByRole('button', { name: 'View picture full screen' }).click()
  const viewer = page.getByRole('dialog', { name: 'Picture' })
  await expectShown(viewer.getByRole('img'))
  await expect(viewer.getByRole('img')).toHaveCSS('object-fit', 'contain')
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  // Its height at this scale is that of a picture which is 390 px wide.
  await expect
    .poll(async () => (await viewer.getByRole('img').boundingBox())?.height)
    .toBeCloseTo((390 / 1080) * 9000, -1)
  await page.keyboard.press('Escape')

  // A dot stays small.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/homePage')
  await pick(page, pictureFile(1, 1))
  await expect(page.getByText('Picture added')).toBeVisible()
  await writePost(page, 'A dot')
  const dot = firstPhoto(page)
  await expectShown(dot)
  await expect(dot).toHaveCSS('object-fit', 'scale-down')
  await expect.poll(async () => (await dot.boundingBox())?.width).toBe(160)
})

test('profile photo and cover are stills (R9.6, R10.1, R10.25)', async ({ page }) => {
  const { username } = await signUp(page)
  await writePost(page, 'Written before the photo')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const discard = page.getByRole('button', { name: 'Keep current photo' })
  for (const name of ['Profile Image', 'Cover photo']) {
    await give(page.getByLabel(name), 'drop', pictureFile())
    await discard.click()
    await expect(discard).toHaveCount(0)
  }
  // Nothing could pause it.
  await page.getByLabel('Profile Image').setInputFiles(animatedGif())
  await expect(
    page.getByText('This picture will not be animated: profile photos are stills.'),
  ).toBeVisible()
  await discard.click()
  await page.getByLabel('Profile Image').setInputFiles(pictureFile(900, 900))
  await expect(discard).toHaveCount(1)
  await page.getByLabel('Cover photo').setInputFiles(pictureFile(900, 300))
  await expect(discard).toHaveCount(2)
  await page.getByLabel('Describe your profile photo').fill('Me in a red helmet')
  await page.getByRole('button', { name: 'Update my Profile' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expect(discard).toHaveCount(0)

  await page.getByRole('link', { name: 'Profile', exact: true }).first().click()
  const cover = page
    .getByRole('region', { name: `Profile of ${username}` })
    .locator('img')
    .first()
  await expect(cover).toHaveAttribute('src', /^\/api\/uploads\//)
  await expect(page.getByRole('img', { name: 'Me in a red helmet' })).toBeVisible()
  const avatar = posts(page).first().locator('header img')
  await expect(avatar).toHaveAttribute('src', /^\/api\/uploads\//)
  expect((await looks(avatar)).width).toBe(512)
})

test('pictures are dropped and pasted; other files not (R10.1, R10.23)', async ({ page }) => {
  await logInAsGuest(page)
  const field = composer(page)
  for (const how of ['drop', 'paste'] as const) {
    await give(field, how, pictureFile())
    await expectShown(preview(page))
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await expect(preview(page)).toHaveCount(0)
  }
  // Which texts are names: src/ui/files.test.ts.
  await give(field, 'paste', pictureFile(), 'Words of a letter')
  for (const text of ['Picture added', '2 pictures added']) {
    await give(field, 'paste', pictureFile())
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }

  await field.fill('Kept')
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  await pick(page, { name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from(script) })
  const refusal = `"logo.svg" isn't a supported picture, or is damaged. Choose a JPEG, PNG, WebP, GIF or AVIF.`
  await expect(notice(page)).toHaveText(refusal)
  await expect(page.getByText('2 pictures added')).toBeVisible()
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('notes') }
  await pick(page, [pictureFile(60, 60), notes])
  await expect(page.getByText('3 pictures added')).toBeVisible()
  await expect(notice(page)).toContainText('notes')
  await page.getByRole('button', { name: 'Remove picture 2' }).click()
  await expect(notice(page)).toHaveCount(0)
  await expect(field).toHaveValue('Kept')

  // A file that is dropped beside the form does not replace the app.
  const allowed = await page.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'x.png', { type: 'image/png' }))
    const init = { bubbles: true, cancelable: true, dataTransfer }
    return ['dragover', 'drop'].filter((type) =>
      document.body.dispatchEvent(new DragEvent(type, init)),
    )
  })
  expect(allowed).toEqual([])
})

test('a browser that turns pictures into noise (R10.26)', async ({ page }) => {
  // As with Firefox's privacy.resistFingerprinting: noise in the worker too, where the permission for the page does not count.
  await page.addInitScript(() => {
    const { prototype } = CanvasRenderingContext2D
    const { getImageData } = prototype
    prototype.getImageData = function (...area) {
      const image = getImageData.apply(this, area)
      crypto.getRandomValues(image.data)
      return image
    }
    class NoisyWorker {
      onmessage = (_event: { data: string }) => {}
      postMessage() {
        queueMicrotask(() => this.onmessage({ data: 'noise' }))
      }
      terminate() {}
    }
    const allowCanvas = () => Object.assign(prototype, { getImageData })
    Object.assign(window, { Worker: NoisyWorker, allowCanvas })
  })
  await signUp(page)
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/uploads') && sent.push(request.url()))
  const refusal = /protects you against fingerprinting.*Allow this site/
  await pick(page, pictureFile())
  await expect(notice(page)).toHaveText(refusal)
  await expect(preview(page)).toHaveCount(0)
  await writePost(page, 'Without the picture')
  expect(sent).toEqual([])
  await page.evaluate(() => (window as unknown as { allowCanvas: () => void }).allowCanvas())
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await expect(notice(page)).toHaveCount(0)
})
