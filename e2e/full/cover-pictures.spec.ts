// Parts of a picture are covered before it is posted (R10.27).
import type { Locator, Page } from 'playwright/test'
import { firstPhoto, openEdit } from '../support/actions.ts'
import { expect, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { newestPost } from '../support/mock.ts'
import { animatedGif, phoneJpeg, pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview, served } from '../support/pictures.ts'
import { colorsAt, plateFile, platesKept } from '../support/plates.ts'

const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit picture' })
const picture = (page: Page) => editor(page).getByRole('img')
const boxes = (page: Page) => editor(page).getByRole('application')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
async function done(page: Page) {
  await editor(page).getByRole('button', { name: 'Done' }).click()
  await expect(editor(page)).toHaveCount(0)
}

type Place = [x: number, y: number]
const PLATE: Place = [0.5, 0.55]

/** Where a place of a picture, in shares of its size, is on the screen. */
async function pointAt(shown: Locator, [x, y]: Place) {
  const { left, top, width, height } = await shown.evaluate((one) => one.getBoundingClientRect())
  return { x: left + x * width, y: top + y * height }
}

/** Draws a box over a part of the picture in the editor, from corner to corner. */
async function draw(page: Page, pointer: 'mouse' | 'finger', from: Place, to: Place) {
  await picture(page).scrollIntoViewIfNeeded()
  const start = await pointAt(picture(page), from)
  const end = await pointAt(picture(page), to)
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  if (pointer === 'finger') return drag(page, [start, middle, end])
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.move(end.x, end.y)
  await page.mouse.up()
}

/** One finger from point to point. @param hold called before it moves */
async function drag(page: Page, points: { x: number; y: number }[], hold = async () => {}) {
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: typeof points) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', points.slice(0, 1))
  await hold()
  for (const point of points.slice(1)) await touch('touchMove', [point])
  await touch('touchEnd', [])
  await devtools.detach()
}

/** Expects that a picture is black in some places, and as grey as around the plate in others. */
async function expectColors(shown: Locator, black: Place[], grey: Place[] = []) {
  const colors = await colorsAt(shown, [...black, ...grey])
  for (const color of colors.slice(0, black.length)) expect(Math.max(...color)).toBeLessThan(12)
  for (const one of colors.slice(black.length).flat()) expect(Math.abs(one - 0x80)).toBeLessThan(12)
}

test('R10.27: boxes by keys; nothing of the plate is on the device after Done', async ({
  page,
}) => {
  await signUp(page)
  await pick(page, [await plateFile(page, 'image/png'), pictureFile(60, 60)])
  await expect(page.getByText('2 pictures added')).toBeVisible()
  await expect.poll(() => platesKept(page)).toEqual({ pictures: 1, plates: 1 })

  async function cover() {
    await button(page, 'Edit picture 1').press('Enter')
    // The picture is shown.
    await expect(button(page, 'Add a box')).not.toHaveAttribute('aria-disabled', 'true')
    await button(page, 'Add a box').press('Enter')
    await expect(boxes(page)).toBeFocused()
    for (const key of ['Down', 'Down', 'Left']) await page.keyboard.press(`Arrow${key}`)
    for (const key of ['Right', 'Up']) await page.keyboard.press(`Shift+Arrow${key}`)
    await expect(boxes(page)).toHaveAccessibleName(
      'Box 1: 34% from the left, 42% from the top, 31% wide, 19% high',
    )
  }
  await cover()
  await button(page, 'Add a box').press('Enter')
  await expect(boxes(page).nth(1)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(boxes(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(editor(page).getByRole('alert')).toHaveText(/^Nothing is covered yet/)
  await button(page, 'Cancel').press('Enter')
  await expect(editor(page)).toHaveCount(0)
  await expect(button(page, 'Edit picture 1')).toBeFocused()
  await page.reload()
  await expectShown(preview(page).first())
  expect(await platesKept(page)).toEqual({ pictures: 1, plates: 1 })

  await cover()
  // What else was changed counts, too.
  await editor(page).getByLabel('Picture 1 description (optional)').fill('My car')
  await editor(page).getByLabel('Place').selectOption('2 of 2')
  // Vroom posts nothing before the picture is covered.
  await page.evaluate(() => {
    const press = (name: string) =>
      [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click()
    press('Done')
    press('Vroom')
  })
  await expect(editor(page)).toHaveCount(0)
  await expect(button(page, 'Edit picture 2')).toBeFocused()
  await expect(posts(page)).toHaveCount(5)
  expect(await platesKept(page)).toEqual({ pictures: 1, plates: 0 })
  await page.reload()
  await expectShown(preview(page).nth(1))
  const corner: Place = [0.36, 0.44]
  const around: Place[] = [
    [0.5, 0.3],
    [0.5, 0.7],
    [0.2, 0.55],
  ]
  await expectColors(preview(page).nth(1), [PLATE, corner], around)

  await writePost(page, 'Seen at the meet')
  const { images } = await newestPost(page)
  expect(images?.map(({ alt }) => alt)).toEqual([undefined, 'My car'])
  const posted = posts(page).first().getByRole('img', { name: 'My car' })
  await expectShown(posted)
  await expectColors(posted, [PLATE])
  expect(await platesKept(page)).toEqual({ pictures: 1, plates: 0 })
  // Nothing follows the new picture in its file.
  const { bytes } = await served(page, posted)
  expect(bytes.readUInt32LE(4) + 8).toBe(bytes.length)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('R10.27, R10.22: a finger draws, moves and resizes boxes, and drags pictures', async ({
    page,
  }) => {
    await signUp(page)
    const photo = await phoneJpeg(page)
    await pick(page, [photo, await plateFile(page, 'image/webp')])
    await expect(page.getByText('2 pictures added')).toBeVisible()
    await button(page, 'Edit picture 1').tap()
    await expect(picture(page)).toBeVisible()
    // The red half, which is the left one in the file, is above.
    for (const [from, to, name] of [
      [[0.1, 0.1], [0.5, 0.2], /^Box 1: 10% from the left, 10% from the top, 40% wide, 10% high/],
      [[0.3, 0.15], [0.5, 0.25], /30% from the left, 20% from the top, 40% wide/],
      [[0.7, 0.3], [0.9, 0.4], /30% from the left, 20% from the top, 60% wide, 20% high/],
    ] as [Place, Place, RegExp][]) {
      await draw(page, 'finger', from, to)
      await expect(boxes(page)).toHaveAccessibleName(name)
    }
    await done(page)

    await button(page, 'Edit picture 2').tap()
    await expect(picture(page)).toBeVisible()
    await expect(boxes(page)).toHaveCount(0)
    // Two taps, without dragging.
    for (const corner of [
      [0.62, 0.62],
      [0.38, 0.48],
    ] as const) {
      const { x, y } = await pointAt(picture(page), [...corner])
      await page.touchscreen.tap(x, y)
    }
    await expect(boxes(page)).toHaveAccessibleName(
      /^Box 1: 38% from the left, 48% from the top, 24% wide, 1[45]% high/,
    )
    await editor(page).getByLabel('Color of boxes').selectOption("The picture's color")
    await done(page)
    expect(await platesKept(page)).toEqual({ pictures: 1, plates: 0 })

    await writePost(page, 'Two of them')
    const post = posts(page).first()
    const shown = post.getByRole('img', { name: /^Photo/ })
    await expectShown(shown.first())
    const [covered, besideIt, below] = await colorsAt(shown.first(), [
      [0.6, 0.3],
      [0.2, 0.3],
      [0.6, 0.7],
    ])
    expect(Math.max(...(covered ?? [255]))).toBeLessThan(20)
    expect(besideIt?.[0]).toBeGreaterThan(200)
    expect(below?.[2]).toBeGreaterThan(200)
    await expectColors(shown.nth(1), [], [PLATE])

    // A finger that holds a picture drags it, else it scrolls.
    await page.evaluate(() => scrollTo(0, 0))
    await pick(page, [pictureFile(40, 30), pictureFile(50, 30), pictureFile(60, 30)])
    await expect(page.getByText('3 pictures added')).toBeVisible()
    const widths = () =>
      preview(page).evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))
    const tile = (n: number) => page.getByRole('listitem', { name: `Picture ${n} of 3` })
    const way = async () => [await pointAt(tile(1), [0.5, 0.5]), await pointAt(tile(3), [0.5, 0.5])]
    await drag(page, await way())
    expect(await widths()).toEqual([40, 50, 60])
    await page.evaluate(() => scrollTo(0, 0))
    await drag(page, await way(), () => expect(tile(1)).toHaveAttribute('data-dragged'))
    await expect.poll(widths).toEqual([50, 60, 40])
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await expect(editor(page)).toHaveCount(0)
  })
})

test('R10.27: posted pictures and animations are covered, too', async ({ page }) => {
  await signUp(page)
  await pick(page, await plateFile(page, 'image/jpeg'))
  await expect(page.getByText('Picture added')).toBeVisible()
  await writePost(page, 'With its plate')
  const { imageUrl: before = '' } = await newestPost(page)
  await openEdit(page)
  await button(page, 'Edit picture').click()
  await expect(editor(page).getByText('people may have seen it uncovered')).toBeVisible()
  await draw(page, 'mouse', [0.3, 0.4], [0.7, 0.7])
  await done(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Edit Post' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(async () => (await newestPost(page)).imageUrl).not.toBe(before)
  await expectShown(firstPhoto(page))
  await expectColors(firstPhoto(page), [PLATE])
  await expect.poll(() => platesKept(page)).toEqual({ pictures: 1, plates: 0 })

  await pick(page, animatedGif())
  await button(page, 'Edit picture').click()
  await expect(editor(page).getByText('This picture is animated.')).toBeVisible()
  await draw(page, 'mouse', [0.1, 0.1], [0.9, 0.9])
  await done(page)
  await expect(page.getByText('not be animated: a part of it is covered.')).toBeVisible()
  await writePost(page, 'Still')
  await expectShown(firstPhoto(page))
  const { headers } = await served(page, firstPhoto(page))
  expect(headers['content-type']).toBe('image/webp')
})
