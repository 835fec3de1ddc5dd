import { writeFile } from 'node:fs/promises'
import { composer, firstPhoto, openPost } from '../support/actions.ts'
import {
  comments,
  expect,
  logInAsGuest,
  posts,
  signUp,
  test,
  toast,
  writePost,
} from '../support/fixtures.ts'
import { animations, give, phoneJpeg, pictureFile, SECRETS } from '../support/picture-files.ts'
import { expectShown, looks, pick, preview, served } from '../support/pictures.ts'
import { goOffline } from '../support/pwa-fixtures.ts'

const COMPOSER = 'What are you driving'

test('a posted picture is stored on the device, and shown after a reload and offline', async ({
  page,
}) => {
  await signUp(page)
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin)) elsewhere.push(request.url())
  })
  await pick(page, pictureFile())
  await expectShown(preview(page))
  const uploading = page.waitForRequest('**/api/uploads')
  await writePost(page, 'With a picture')
  const { 'idempotency-key': key, 'app-build': build } = (await uploading).headers()
  expect([key, build]).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36}$/),
    expect.stringMatching(/./),
  ])
  await expect(preview(page)).toHaveCount(0)
  const picture = firstPhoto(page)
  await expectShown(picture)
  await expect(picture).toHaveAttribute('src', /^\/api\/uploads\/[0-9a-f-]{36}$/)

  await page.reload()
  await expectShown(picture)
  await goOffline(page)
  await page.reload()
  await expectShown(picture)
  expect(elsewhere.filter((url) => url.startsWith('http'))).toEqual([])
})

test('a picture keeps its description until it is posted; a tall one is cropped in the feed only', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  await pick(page, pictureFile(600, 900))
  const description = page.getByRole('textbox', { name: 'Picture description (optional)' })
  await description.fill('Two bikes by the sea')
  await page.reload()
  await expect(description).toHaveValue('Two bikes by the sea')
  await writePost(page, 'Described')
  const picture = posts(page)
    .first()
    .getByRole('img', { name: 'Two bikes by the sea', exact: true })
  await expectShown(picture)
  await expect(picture).toHaveCSS('object-fit', 'cover')
  await expect.poll(() => ratioOf(picture)).toBeCloseTo(4 / 5, 2)

  await openPost(page)
  await expect
    .poll(() => ratioOf(page.getByRole('img', { name: 'Two bikes' })))
    .toBeCloseTo(2 / 3, 2)
})

test('a long screenshot stays readable: cropped on screens, whole and as wide as the phone in the viewer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  await pick(page, pictureFile(1080, 9000))
  await writePost(page, 'Long')
  const picture = page.getByRole('img', { name: /^Photo by/ }).first()
  await expectShown(picture)
  expect(await naturalWidthOf(picture)).toEqual({ width: 720 })
  await expect.poll(() => ratioOf(picture)).toBeCloseTo(4 / 5, 2)
  await openPost(page)
  await expect(page).toHaveURL(/\/post\//)
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
})

test('a picture opens on the full screen, zooms, and closes in every way without leaving the page', async ({
  page,
}) => {
  await logInAsGuest(page)
  const url = page.url()
  const opener = posts(page).first().getByRole('button', { name: 'View picture full screen' })
  const viewer = page.getByRole('dialog', { name: 'Picture' })
  const picture = viewer.getByRole('img', { name: /^An orange roadster/ })
  const swipeDown = async () => {
    await page.mouse.move(300, 200)
    await page.mouse.down()
    await page.mouse.move(305, 400, { steps: 4 })
    await page.mouse.up()
  }
  const ways: [string, () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['Back', () => page.goBack()],
    ['a swipe down', swipeDown],
    ['a click beside it', () => page.mouse.click(20, 360)],
    ['the button', () => viewer.getByRole('button', { name: 'Close', exact: true }).click()],
  ]
  for (const [way, close] of ways) {
    await test.step(way, async () => {
      await opener.click()
      await expectShown(picture)
      await close()
      await expect(viewer).toHaveCount(0)
      await expect(opener).toBeFocused()
      expect(page.url()).toBe(url)
    })
  }
  await opener.click()
  await expectShown(picture)
  const width = async () => (await picture.boundingBox())?.width ?? 0
  const fitted = await width()
  await viewer.getByRole('img').dblclick({ force: true })
  await expect.poll(width).toBeGreaterThan(1.3 * fitted)
  await viewer.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(width).toBe(fitted)
})

test('a picture is not enlarged, and a square one has a square frame on a desktop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signUp(page)
  await expect(page.getByText('Picture added')).toHaveCount(0)
  for (const size of [1, 900]) {
    await pick(page, pictureFile(size, size))
    await expect(page.getByText('Picture added')).toBeVisible()
    await writePost(page, `${size} px`)
  }
  const [large, dot] = [0, 1].map((index) =>
    posts(page)
      .nth(index)
      .getByRole('img', { name: /^Photo by/ }),
  )
  if (!large || !dot) throw new Error('There are no posts')
  await expectShown(large)
  await expect.poll(() => ratioOf(large)).toBeCloseTo(1, 2)
  await expectShown(dot)
  await expect(dot).toHaveCSS('object-fit', 'scale-down')
  await expect.poll(async () => (await dot.boundingBox())?.width).toBe(160)
})

test('a reload does not lose a picture that is being prepared, and a button inside the form cancels it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signUp(page)
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => undefined
  })
  await pick(page, pictureFile())
  const remove = page.getByRole('button', { name: 'Remove picture' })
  const status = page.getByText('Preparing picture…')
  await expect(status).toBeVisible()
  const [button, text] = await Promise.all([remove.boundingBox(), status.boundingBox()])
  if (!button || !text) throw new Error('Not shown')
  expect(button.x).toBeGreaterThan(text.x)
  expect(button.y + button.height).toBeLessThanOrEqual(text.y)
  expect(Math.min(button.width, button.height)).toBeGreaterThanOrEqual(44)
  // After a reload its preparation ends.
  await page.reload()
  await expect(page.getByText('Picture added')).toBeVisible()
  await writePost(page, 'Kept')
  await expectShown(firstPhoto(page))

  await page.evaluate(() => {
    Worker.prototype.postMessage = () => undefined
  })
  await pick(page, pictureFile())
  await expect(status).toBeVisible()
  await remove.click()
  await expect(status).toHaveCount(0)
  await page.reload()
  await expect(composer(page)).toBeVisible()
  await expect(preview(page)).toHaveCount(0)
  await expect(status).toHaveCount(0)
})

test('a full device says in the form that it cannot keep the picture', async ({
  page,
  expectErrors,
}) => {
  await signUp(page)
  const notice = page.getByRole('form', { name: 'What are you driving' }).getByRole('alert')
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...args) {
      if (this.name === 'drafts') throw new DOMException('No room', 'QuotaExceededError')
      return put.apply(this, args)
    }
  })
  await pick(page, pictureFile())
  await expect(notice).toContainText('out of storage')
  await composer(page).fill('Text is kept')
  await page.reload()
  await expect(composer(page)).toHaveValue('Text is kept')
  await expect(notice).toHaveText('Your picture could not be kept. Please add it again.')
  await page.setViewportSize({ width: 390, height: 844 })
  await pick(page, pictureFile())
  await expect(page.getByText('Picture added')).toBeVisible()
  await expect(notice).toHaveCount(0)
  expectErrors(/QuotaExceededError/)
})

test('a comment can have a picture, which is removed with the comment', async ({
  page,
  expectErrors,
}) => {
  const { username } = await signUp(page)
  await posts(page)
    .first()
    .getByRole('link', { name: /^Comments .*: 1$/ })
    .click()
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(toast(page, 'Commented')).toBeVisible()
  const mine = comments(page).first()
  const picture = mine.getByRole('img', { name: `Photo by ${username}` })
  await expectShown(picture)
  const src = await picture.getAttribute('src')

  await mine.getByRole('button', { name: 'Comment menu' }).click()
  await page.getByRole('menuitem', { name: 'DeleteComment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(comments(page)).toHaveCount(1)
  expect(await page.evaluate(async (url) => (await fetch(url ?? '')).status, src)).toBe(404)
  expectErrors(/\b404\b/)
})

test('a new profile photo and cover show at once, and on earlier posts', async ({ page }) => {
  const { username } = await signUp(page)
  await writePost(page, 'Written before the photo')
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByLabel('Profile Image').setInputFiles(pictureFile(900, 900))
  await expect(page.getByRole('button', { name: 'Keep current photo' })).toHaveCount(1)
  await page.getByLabel('Cover photo').setInputFiles(pictureFile(900, 300))
  await expect(page.getByRole('button', { name: 'Keep current photo' })).toHaveCount(2)
  await page.getByLabel('Describe your profile photo').fill('Me in a red helmet')
  await page.getByRole('button', { name: 'Update my Profile' }).click()
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Keep current photo' })).toHaveCount(0)

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

test('a file that is not a picture is rejected with advice; text and other pictures stay', async ({
  page,
}) => {
  await signUp(page)
  await page.getByRole('textbox', { name: COMPOSER }).fill('Kept')
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [name, text] of [
    ['notes.png', 'Not a picture at all'],
    ['logo.svg', script],
  ] as const) {
    await pick(page, { name, mimeType: 'image/png', buffer: Buffer.from(text) })
    const refusal = `"${name}" isn't a supported picture, or is damaged. Choose a JPEG, PNG, WebP, GIF or AVIF.`
    await expect(page.getByRole('form', { name: COMPOSER }).getByRole('alert')).toHaveText(refusal)
    await expect(preview(page)).toHaveCount(0)
  }
  const notes = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('notes') }
  await pick(page, [pictureFile(), pictureFile(60, 60), notes])
  await expect(page.getByText('2 pictures added')).toBeVisible()
  await expect(page.getByRole('form', { name: COMPOSER }).getByRole('alert')).toContainText('notes')
  await page.getByRole('button', { name: 'Remove picture 2' }).click()
  await expect(page.getByRole('form', { name: COMPOSER }).getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: COMPOSER })).toHaveValue('Kept')
})

test('a picture can be dropped on the composer and pasted into it, beside another one', async ({
  page,
}) => {
  await logInAsGuest(page)
  for (const how of ['drop', 'paste'] as const) {
    await give(page.getByRole('textbox', { name: COMPOSER }), how, pictureFile())
    await expectShown(preview(page))
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await expect(preview(page)).toHaveCount(0)
  }
  for (const text of ['Picture added', '2 pictures added']) {
    await give(page.getByRole('textbox', { name: COMPOSER }), 'paste', pictureFile())
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
})

test('a picture is pasted from beside its name, path or address, but not from beside a text', async ({
  page,
}) => {
  await logInAsGuest(page)
  // As Chromium calls each picture of the clipboard.
  const file = { ...pictureFile(), name: 'image.png' }
  const field = page.getByRole('textbox', { name: COMPOSER })
  const img = '<meta charset="utf-8"><img src="https://a.test/1" alt="My > car">'
  await give(field, 'paste', file, 'Words of a letter')
  await give(field, 'paste', file, 'Words of my car', `<p>Words of ${img}</p>`)
  for (const [text = '', html] of [
    ['IMG_2041.jpg'],
    ['/home/me/Pictures/my car.png'],
    ['C:\\Pictures\\car.HEIC'],
    ['https://chat.example/p/12?s=1'],
    ['My > car', img],
  ]) {
    await give(field, 'paste', file, text, html)
    await expect(preview(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await expect(preview(page)).toHaveCount(0)
  }
})

test('a file that is dropped beside the composer does not replace the app', async ({ page }) => {
  await logInAsGuest(page)
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

test('a profile photo and a cover can be dropped and pasted too', async ({ page }) => {
  await logInAsGuest(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const discard = page.getByRole('button', { name: 'Keep current photo' })
  for (const name of ['Profile Image', 'Cover photo']) {
    for (const how of ['drop', 'paste'] as const) {
      await give(page.getByLabel(name), how, pictureFile())
      await discard.click()
      await expect(discard).toHaveCount(0)
    }
  }
})

test('EXIF and GPS are removed and the picture is upright', async ({ page }) => {
  await signUp(page)
  const photo = await phoneJpeg(page)
  for (const secret of SECRETS.slice(0, 3)) expect(photo.buffer.includes(secret)).toBe(true)
  await pick(page, photo)
  await expectShown(preview(page))
  await writePost(page, 'Secret road')
  const picture = firstPhoto(page)

  const { bytes, headers } = await served(page, picture)
  expect(headers['content-type']).toBe('image/webp')
  for (const secret of SECRETS) expect(bytes.includes(secret), secret).toBe(false)
  const chunks = []
  for (let at = 12; at < bytes.length; at += 8 + bytes.readUInt32LE(at + 4)) {
    chunks.push(bytes.toString('latin1', at, at + 4))
    if (bytes.readUInt32LE(at + 4) % 2) at += 1
  }
  // The canvas adds its own colour profile.
  expect(['VP8X', 'ICCP', 'VP8 ']).toEqual(expect.arrayContaining(chunks))

  const { width, height, top, bottom } = await looks(picture)
  expect([width, height]).toEqual([200, 400])
  expect(top[0]).toBeGreaterThan(200)
  expect(top[2]).toBeLessThan(60)
  expect(bottom[0]).toBeLessThan(60)
  expect(bottom[2]).toBeGreaterThan(200)
})

test('a large noisy picture is reduced to 1,600 px and 400 kB at most, in a worker', async ({
  page,
}, testInfo) => {
  // A path, because Playwright would otherwise create the bytes in the page.
  const file = testInfo.outputPath('gravel.bmp')
  await writeFile(file, pictureFile(2400, 1800, 'noise').buffer)
  await signUp(page)
  const shrinking = page.waitForEvent('worker')
  await pick(page, file)
  // In a worker, so that the page stays responsive.
  expect((await shrinking).url()).toContain('shrink')
  await expectShown(preview(page))
  await writePost(page, 'Gravel')
  const picture = firstPhoto(page)
  const { bytes } = await served(page, picture)
  expect(bytes.length).toBeLessThanOrEqual(400_000)
  expect(bytes.length).toBeGreaterThan(100_000)
  const { width, height } = await looks(picture)
  expect(width).toBeLessThanOrEqual(1600)
  expect(width).toBeGreaterThan(400)
  expect(width / height).toBeCloseTo(4 / 3, 1)
})

test('a small animated GIF, PNG or WebP stays animated, without its metadata', async ({ page }) => {
  const { username } = await signUp(page)
  for (const file of animations()) {
    await pick(page, file)
    await expect(page.getByText('This picture stays animated.')).toBeVisible()
    await writePost(page, file.name)
    const post = posts(page).filter({ hasText: file.name })
    const { bytes, headers } = await served(
      page,
      post.getByRole('img', { name: `Photo by ${username}` }),
    )
    expect(headers['content-type']).toBe(file.mimeType)
    for (const secret of SECRETS) expect(bytes.includes(secret), secret).toBe(false)
    await expect(post.getByRole('button', { name: /^(Pause|Play) animation$/ })).toBeVisible()
  }

  const pause = posts(page).first().getByRole('button', { name: 'Pause animation' })
  const play = posts(page).first().getByRole('button', { name: 'Play animation' })
  await test.step('it stops by itself, and goes on as long as its viewer likes', async () => {
    await expect(pause).toBeVisible()
    await play.click()
    await pause.click()
    await expect(play).toBeVisible()
  })
  await test.step('it never starts by itself under reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await play.click()
    await expect(pause).toBeVisible()
  })
})

test('a profile photo is a still, because nothing could pause it', async ({ page }) => {
  await signUp(page)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  for (const file of animations()) {
    await page.getByLabel('Profile Image').setInputFiles(file)
    await expect(
      page.getByText('This picture will not be animated: profile photos are stills.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Keep current photo' }).click()
  }
})

test('a browser whose workers cannot draw resizes on the page', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'OffscreenCanvas'))
  await signUp(page)
  await pick(page, pictureFile(2000, 1000))
  await expectShown(preview(page))
  expect((await naturalWidthOf(preview(page))).width).toBe(1600)
})

test('a browser that turns pictures into noise is named, with the way out, and nothing is sent (R10.26)', async ({
  page,
}) => {
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
    const ordinary = Worker
    Object.assign(window, {
      allowCanvas: () => Object.assign(prototype, { getImageData }),
      Worker: function create(url: URL, options: WorkerOptions) {
        return /shrink/.test(String(url)) ? new NoisyWorker() : new ordinary(url, options)
      },
    })
  })
  await signUp(page)
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/uploads') && sent.push(request.url()))
  const refusal = /protects you against fingerprinting.*Allow this site/
  await pick(page, pictureFile())
  await expect(page.getByRole('form', { name: COMPOSER }).getByRole('alert')).toHaveText(refusal)
  await expect(preview(page)).toHaveCount(0)
  await writePost(page, 'Without the picture')
  expect(sent).toEqual([])
  await page.evaluate(() => (window as unknown as { allowCanvas: () => void }).allowCanvas())
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await expect(page.getByRole('form', { name: COMPOSER }).getByRole('alert')).toHaveCount(0)
})

test('a picture opened in its own tab runs nothing', async ({ page, expectErrors }) => {
  await signUp(page)
  await pick(page, pictureFile())
  await expectShown(preview(page))
  await writePost(page, 'Look closer')
  const picture = firstPhoto(page)
  const { headers } = await served(page, picture)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
  const opened = await page.goto((await picture.getAttribute('src')) ?? '')
  expect([opened?.status(), opened?.fromServiceWorker()]).toEqual([200, true])
  // The browser's own frame around it is blocked too, with an error in the console.
  expectErrors(/Content Security Policy/, /sandboxed/)
})

function naturalWidthOf(picture: ReturnType<typeof preview>) {
  return picture.evaluate((image: HTMLImageElement) => ({ width: image.naturalWidth }))
}

/** Width to height of a picture on the screen. */
async function ratioOf(picture: ReturnType<typeof preview>): Promise<number> {
  const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 }
  return width / height
}
