import type { Browser, BrowserContextOptions, Page } from 'playwright'

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, isMobile: true }
const DARK = { colorScheme: 'dark' } as const
const LIGHT = { colorScheme: 'light' } as const

type Screenshot = BrowserContextOptions & { open: (page: Page) => Promise<void> }

/** The pictures of the web manifest (`scripts/vite/web-manifest.ts`) and of the README, by their files. */
export const screenshots: Record<string, Screenshot> = {
  'public/screenshots/wide.png': { ...DARK, viewport: { width: 1280, height: 800 }, open: home },
  'public/screenshots/narrow.png': { ...PHONE, ...DARK, deviceScaleFactor: 2, open: home },
  'docs/screenshots/home-desktop-dark.png': { ...DESKTOP, ...DARK, open: home },
  'docs/screenshots/home-phone-dark.png': { ...PHONE, ...DARK, open: home },
  'docs/screenshots/landing-desktop-light.png': { ...DESKTOP, ...LIGHT, open: landing },
  'docs/screenshots/profile-phone-light.png': { ...PHONE, ...LIGHT, open: profile },
  'docs/screenshots/photos-phone-dark.png': { ...PHONE, ...DARK, open: photos },
  'docs/screenshots/tester-desktop-dark.png': { ...DESKTOP, ...DARK, open: tester },
  'docs/screenshots/lab-desktop-dark.png': { ...DESKTOP, ...DARK, open: lab },
}

async function landing(page: Page) {
  await page.clock.install()
  // The notice closes by itself. The landing screen does not show it.
  await page.goto('/mock')
  await page.getByText('Ready to work offline').waitFor()
  await page.clock.fastForward(6_000)
  await page.getByText('Ready to work offline').waitFor({ state: 'detached' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Log in as guest' }).waitFor()
}

async function home(page: Page) {
  await landing(page)
  await page.getByRole('button', { name: 'Log in as guest' }).click()
  await page.getByRole('list', { name: 'Posts' }).getByRole('img').first().waitFor()
  await page.getByText('User logged in').waitFor()
  await page.clock.fastForward(3_000)
  await page.getByText('User logged in').waitFor({ state: 'detached' })
}

async function profile(page: Page) {
  await home(page)
  await page.goto('/profilePage/1')
  await page.getByRole('list', { name: 'Posts' }).getByRole('img').first().waitFor()
}

/** A post with four pictures: the drawings of the seed, as photos. */
async function photos(page: Page) {
  const drawing = await page.context().newPage()
  await drawing.setViewportSize({ width: 600, height: 450 })
  const files: { name: string; mimeType: string; buffer: Buffer }[] = []
  for (const name of ['cafe-racer', 'mountain-hairpin', 'engine-bay', 'pickup-camp']) {
    await drawing.goto(`/seed/posts/${name}.svg`)
    files.push({ name, mimeType: 'image/png', buffer: await drawing.screenshot() })
  }
  await drawing.close()
  await home(page)
  const composer = page.getByRole('form', { name: 'What are you driving' })
  const chooser = page.waitForEvent('filechooser')
  await composer.getByRole('button', { name: 'Add a picture' }).click()
  await (await chooser).setFiles(files)
  await composer.getByText('4 pictures added').waitFor()
  await composer.getByRole('textbox').first().fill('Four days, four garages.')
  await composer.getByRole('button', { name: 'Vroom' }).click()
  const post = page.getByRole('list', { name: 'Posts' }).getByRole('article').first()
  await post.filter({ hasText: 'Four days' }).getByRole('img').nth(3).waitFor()
  await page.locator('h1').focus()
}

async function tester(page: Page) {
  await landing(page)
  await page.goto('/mock')
  await page.getByRole('textbox', { name: 'Endpoint' }).fill('/api/posts/1')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('treeitem').first().waitFor()
}

async function lab(page: Page) {
  await landing(page)
  await page.goto('/mock/lab#seed=5&steps=0.post.0.0.Hello%2C%20you,0.begin')
  await page.getByRole('group', { name: 'Message on its way' }).waitFor()
}

/** Runs in the page. A font that may come too late to be used (`font-display: optional`) would be in some pictures only. */
async function useAllFonts(): Promise<void> {
  const optional = (rules: CSSRuleList): CSSFontFaceRule[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSFontFaceRule)
        return rule.style.getPropertyValue('font-display') === 'optional' ? rule : []
      return rule instanceof CSSGroupingRule ? optional(rule.cssRules) : []
    })
  for (const { style } of [...document.styleSheets].flatMap((sheet) => optional(sheet.cssRules))) {
    const of = (name: string) => style.getPropertyValue(name)
    const face = new FontFace(of('font-family'), of('src'), {
      style: of('font-style'),
      weight: of('font-weight'),
    })
    document.fonts.add(await face.load())
  }
  await document.fonts.ready
}

/** Opens a screen in a new browser context and takes its picture as a PNG. */
export async function take(browser: Browser, baseURL: string, shot: Screenshot): Promise<Buffer> {
  const { open, ...options } = shot
  const context = await browser.newContext({ ...options, baseURL, reducedMotion: 'reduce' })
  const page = await context.newPage()
  try {
    await open(page)
    await page.mouse.move(0, 0)
    await page.waitForLoadState('networkidle')
    await page.evaluate(useAllFonts)
    // Those of the other bars are never loaded.
    await page.evaluate(() => {
      const images = [...document.images].filter((image) => {
        const { top, bottom } = image.getBoundingClientRect()
        return image.checkVisibility() && top < innerHeight && bottom > 0
      })
      return Promise.all(images.map((image) => image.decode().catch(() => undefined)))
    })
    return await page.screenshot()
  } finally {
    await context.close()
  }
}

/**
 * Compares the average colours of squares of 16 x 16 px, which are the same with other hinting and antialiasing, but not
 * when a text or a box is somewhere else.
 * @param page any page without a policy, to decode them
 * @param scale pixels of the pictures per CSS px
 * @returns the share of the squares that differ, from 0 to 1; 1 for pictures of different sizes
 */
export function difference(page: Page, one: Buffer, other: Buffer, scale = 1): Promise<number> {
  const urls = [one, other].map((file) => `data:image/png;base64,${file.toString('base64')}`)
  return page.evaluate(
    async ([urls, side]) => {
      const pictures = await Promise.all(
        urls.map(async (url) => {
          const bitmap = await createImageBitmap(await (await fetch(url)).blob())
          const { width, height } = bitmap
          const context = new OffscreenCanvas(width, height).getContext('2d')
          if (!context) throw new Error('No canvas')
          context.drawImage(bitmap, 0, 0)
          const { data } = context.getImageData(0, 0, width, height)
          const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)]
          /** Of each square: the sums of red, green and blue, and the number of pixels. */
          const sums = new Float64Array(columns * rows * 4)
          for (let pixel = 0; pixel < width * height; pixel++) {
            const [x, y] = [pixel % width, Math.floor(pixel / width)]
            const at = 4 * (Math.floor(y / side) * columns + Math.floor(x / side))
            for (let channel = 0; channel < 3; channel++)
              sums[at + channel] = (sums[at + channel] ?? 0) + (data[4 * pixel + channel] ?? 0)
            sums[at + 3] = (sums[at + 3] ?? 0) + 1
          }
          return { size: `${width}x${height}`, sums }
        }),
      )
      const [first, second] = pictures
      if (!first || first.size !== second?.size) return 1
      let different = 0
      for (let at = 0; at < first.sums.length; at += 4) {
        const count = first.sums[at + 3] ?? 1
        const isOther = [0, 1, 2].some((channel) => {
          const [a = 0, b = 0] = [first.sums[at + channel], second.sums[at + channel]]
          // Of 255.
          return Math.abs(a - b) / count > 16
        })
        if (isOther) different++
      }
      return different / (first.sums.length / 4)
    },
    [urls, Math.round(16 * scale)] as const,
  )
}

/**
 * The share of the squares of a picture that may differ. Letters with a glow of 0.4 px make 0.3 % differ, a form that is 12 px lower
 * 5.6 %.
 */
export const MOST_DIFFERENT = 0.01
