import { writeFileSync } from 'node:fs'
import { expect, type Locator, type Page, test } from 'playwright/test'
import type { TestFile } from './picture-files.ts'

/** The picture in the composer, before it is sent. */
export function preview(page: Page): Locator {
  return page.getByRole('img', { name: 'Preview' })
}

/** Chooses a picture with the button of the composer, as a mouse or a keyboard does. */
export async function pick(page: Page, file: TestFile | TestFile[] | string): Promise<void> {
  const isLarge = typeof file === 'object' && 'buffer' in file && file.buffer.length > 1_000_000
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add a picture' }).click()
  await (await chooser).setFiles(isLarge ? onDisk(file) : file)
}

/** The path of a large file, because Playwright would otherwise create its bytes in the page. */
function onDisk({ name, buffer }: TestFile): string {
  const path = test.info().outputPath(name)
  writeFileSync(path, buffer)
  return path
}

/** Whether the browser could load the picture: it has pixels. */
export async function expectShown(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
}

export type Served = { status: number; headers: Record<string, string>; bytes: Buffer }

/** The response to a request of the page for a picture. */
export async function served(page: Page, picture: Locator): Promise<Served> {
  const src = await picture.getAttribute('src')
  const { status, headers, base64 } = await page.evaluate(async (url) => {
    const answer = await fetch(url ?? '')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const base64 = btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
    return { status: answer.status, headers: Object.fromEntries(answer.headers), base64 }
  }, src)
  return { status, headers, bytes: Buffer.from(base64, 'base64') }
}

/** Size and colours of a picture, as rendered. */
export function looks(picture: Locator) {
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d', {
      willReadFrequently: true,
    })
    context?.drawImage(image, 0, 0)
    const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])]
    return { width, height, top: at(width / 2, 5), bottom: at(width / 2, height - 5) }
  })
}
