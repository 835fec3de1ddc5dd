// The pictures of README and web manifest show the app as it is.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'playwright/test'
import { difference, MOST_DIFFERENT, screenshots, take } from '../../scripts/screenshots.ts'

for (const [file, screenshot] of Object.entries(screenshots)) {
  test(`${file} shows the app as it is`, async ({ browser, page, baseURL }, testInfo) => {
    const committed = await readFile(file)
    const compare = async () => {
      const now = await take(browser, String(baseURL), screenshot)
      await testInfo.attach('now', { body: now, contentType: 'image/png' })
      return difference(page, committed, now, screenshot.deviceScaleFactor)
    }
    let different = await compare()
    // A busy machine may have shown a message or a placeholder for longer.
    if (different > MOST_DIFFERENT) different = await compare()
    expect(
      different,
      `${file} shows the app of before. Run npm run screenshots, look at the pictures, and commit them.`,
    ).toBeLessThanOrEqual(MOST_DIFFERENT)
  })
}

test('the comparison notices parts that move', async ({ page, browser }) => {
  const screen = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const field = '<p><label>Your username on this phone</label><br><input value="gear head"></p>'
  await screen.setContent(`<form><h1>Sign up</h1>${field.repeat(8)}<button>Sign up</button></form>`)
  const before = await screen.screenshot()
  const differenceWith = async (content: string) => {
    const style = await screen.addStyleTag({ content })
    const share = await difference(page, before, await screen.screenshot())
    await style.evaluate((element) => (element as Element).remove())
    return share
  }
  expect(
    await differenceWith('* { text-rendering: geometricPrecision; text-shadow: 0 0 0.4px }'),
  ).toBeLessThan(MOST_DIFFERENT / 2)
  expect(await differenceWith('form { padding-top: 12px }')).toBeGreaterThan(MOST_DIFFERENT)
  expect(await differenceWith('form { visibility: hidden }')).toBeGreaterThan(MOST_DIFFERENT)
  await screen.close()
})
