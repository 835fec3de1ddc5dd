import type { Locator, Page } from 'playwright/test'
import type { TestFile } from './picture-files.ts'

/** Of the picture with a plate. */
const SIZE = { width: 400, height: 300 }

/** A grey picture with a magenta plate: from 40 to 60 % of its width, and from 50 to 60 % of its height. */
export async function plateFile(page: Page, type: string): Promise<TestFile> {
  const bytes = await page.evaluate(
    async ({ width, height, type }) => {
      const canvas = new OffscreenCanvas(width, height)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('No canvas')
      context.fillStyle = '#808080'
      context.fillRect(0, 0, width, height)
      context.fillStyle = '#f0f'
      context.fillRect(0.4 * width, 0.5 * height, 0.2 * width, 0.1 * height)
      const blob = await canvas.convertToBlob({ type, quality: 0.95 })
      return [...new Uint8Array(await blob.arrayBuffer())]
    },
    { ...SIZE, type },
  )
  const [, ending] = type.split('/')
  return { name: `car.${ending}`, mimeType: type, buffer: Buffer.from(bytes) }
}

/**
 * How many of all pictures that the browser keeps for the origin of the page, in databases and caches, have the size of the one
 * with the plate, and in how many of these it can be seen.
 */
export function platesKept(page: Page): Promise<{ pictures: number; plates: number }> {
  return page.evaluate(async (size) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const files: Blob[] = []
    function collect(value: unknown): void {
      if (value instanceof Blob) files.push(value)
      else if (value instanceof ArrayBuffer) files.push(new Blob([value]))
      else if (ArrayBuffer.isView(value)) files.push(new Blob([value as Uint8Array<ArrayBuffer>]))
      else if (typeof value === 'object' && value)
        for (const one of Object.values(value)) collect(one)
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name))
      for (const table of database.objectStoreNames)
        collect(await done(database.transaction(table).objectStore(table).getAll()))
      database.close()
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (!/\.(js|css|html|json|woff2)$/.test(request.url))
          files.push((await (await cache.match(request))?.blob()) ?? new Blob())
    }
    const kept = { pictures: 0, plates: 0 }
    for (const file of files) {
      const bitmap = await createImageBitmap(file).catch(() => undefined)
      if (bitmap?.width !== size.width || bitmap.height !== size.height) continue
      const context = new OffscreenCanvas(size.width, size.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const { data } = context?.getImageData(0, 0, size.width, size.height) ?? { data: [] }
      kept.pictures += 1
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]]
        if (Math.min(red, blue) - green < 60) continue
        kept.plates += 1
        break
      }
    }
    return kept
  }, SIZE)
}

type Rgb = [red: number, green: number, blue: number]

/** The mean colors of parts of a picture, given by their middle and as shares of its size, each 4 % wide and high. */
export function colorsAt(picture: Locator, places: readonly [x: number, y: number][]) {
  return picture.evaluate(async (image: HTMLImageElement, at): Promise<Rgb[]> => {
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const context = new OffscreenCanvas(width, height).getContext('2d', {
      willReadFrequently: true,
    })
    context?.drawImage(image, 0, 0)
    return at.map(([x, y]) => {
      const area = [(x - 0.02) * width, (y - 0.02) * height, 0.04 * width, 0.04 * height]
      const [left = 0, top = 0, wide = 0, high = 0] = area.map(Math.round)
      const data = [...(context?.getImageData(left, top, wide, high).data ?? [])]
      const mean = (channel: number) => {
        const values = data.filter((_, index) => index % 4 === channel)
        return Math.round(values.reduce((sum, one) => sum + one, 0) / values.length)
      }
      return [mean(0), mean(1), mean(2)]
    })
  }, places)
}
