// Texts, times, the theme and the emoji picker. That texts are never HTML: policy.spec.ts; which parts are links:
// src/contract/text-parts.test.ts.
import { composer, firstLike } from '../support/actions.ts'
import { asViewer } from '../support/as-user.ts'
import { expect, logInAsGuest, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { pictureFile } from '../support/picture-files.ts'
import { expectShown, pick, preview } from '../support/pictures.ts'
import { press } from '../support/press.ts'

test('texts, times and the theme; the composer grows without new CSS (R4.15, R4.26)', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const supports: (name: string, value?: string) => boolean = CSS.supports.bind(CSS)
    CSS.supports = (name: string, value?: string) =>
      name !== 'field-sizing' && supports(name, value)
    // Not by a style sheet, which the policy of the page forbids.
    new MutationObserver(() => {
      for (const area of document.querySelectorAll('textarea'))
        area.style.setProperty('field-sizing', 'fixed', 'important')
    }).observe(document, { childList: true, subtree: true })
  })
  await signUp(page)
  const text = composer(page)
  const heights = () =>
    text.evaluate((area) => ({ all: area.scrollHeight, shown: area.clientHeight }))
  const empty = await heights()
  await text.fill('One\ntwo\nthree\nfour\nfive\nsix')
  const grown = await heights()
  expect(grown.shown).toBeGreaterThan(empty.shown + 50)
  expect(grown.all).toBe(grown.shown)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await expect(text).toHaveValue('')
  // After the time of a double click (R4.26).
  await expect.poll(async () => (await heights()).shown).toBeLessThan(grown.shown - 50)

  await text.fill('Line one\nLine two (https://gearheads.example/a?b=c).')
  await page.getByRole('button', { name: 'Vroom' }).click()
  const post = posts(page).first()
  await expect(post.locator('p')).toHaveCSS('white-space-collapse', 'preserve')
  const link = post.getByRole('link', { name: 'https://gearheads.example/a?b=c', exact: true })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')

  const time = posts(page).nth(2).locator('time')
  await expect(time).toHaveText('2h')
  await time.hover()
  await expect(time).toHaveAttribute('title', /\d{4} at \d+:\d\d/)

  const userData = { profilePhoto: { chosen: '/seed/people/gone.svg' } }
  await (await asViewer(page))('POST /api/users/edit', { userData })
  await page.reload()
  await writePost(page, 'No face')
  await expect(posts(page).first().getByText('A', { exact: true })).toBeVisible()

  await page.emulateMedia({ colorScheme: 'light' })
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await background()
  expect(dark).not.toBe(light)

  const button = page.getByRole('button', { name: /^Theme/ }).filter({ visible: true })
  await button.click()
  await button.click()
  await expect(button).toHaveAccessibleName('Theme: Light. Switch to system')
  await page.reload()
  expect(await background()).toBe(light)
})

test('the emoji picker: caret, undo, recent ones, focus, size (R4.25, R15.5)', async ({ page }) => {
  await signUp(page)
  const text = composer(page)
  await text.fill('Road trip')
  await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4))
  const opener = page.getByRole('button', { name: 'Add an emoji' })
  await opener.click()
  const picker = page.getByRole('dialog', { name: 'Emoji' })
  for (let index = 19; index <= 35; index++)
    await picker.locator('.category button').nth(Math.max(20, index)).click()
  await expect(text).toHaveValue(/^Road\P{ASCII}+ trip$/u)
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await expect(opener).toBeFocused()

  // The one that was used twice is older than 14 others.
  const used = [...(await text.inputValue()).replace(/[\w ]/g, '')]
  await opener.click()
  const recent = picker.getByRole('listbox', { name: 'Recently used' }).getByRole('option')
  await expect(recent).toHaveText(used.slice(-14).reverse())
  await page.keyboard.press('Escape')

  // Undo takes back an emoji that was found by keyboard, then what was typed before it.
  await text.fill('')
  await text.fill('Open road')
  await opener.click()
  await expect(picker.getByRole('searchbox', { name: 'Search emoji' })).toBeFocused()
  await page.keyboard.type('racing')
  await expect(picker.getByRole('listbox', { name: 'Search Results' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue(/\P{ASCII}/u)
  await expect(picker).toBeVisible()
  await page.keyboard.press('Escape')
  await text.focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text).toHaveValue('Open road')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text).toHaveValue('')

  // The first click only ends a choice of skin tone.
  await opener.click()
  await picker.getByRole('button', { name: /skin tone/i }).click()
  await expect(picker.locator('.menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker.locator('.menu')).toHaveCount(0)
  await expect(picker).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)

  await opener.click()
  await expect(picker.getByPlaceholder('Search')).toBeFocused()
  await opener.focus()
  await expect(picker).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(picker).toHaveCount(0)

  // It fits beside a picture on any screen.
  await pick(page, pictureFile(1200, 900))
  await expectShown(preview(page))
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 568],
    [360, 225],
  ] as const) {
    await page.setViewportSize({ width, height })
    await opener.click()
    await expect(picker.getByPlaceholder('Search')).toBeVisible()
    await expect(picker).toBeInViewport({ ratio: 1 })
    // Most of it, or of a low screen.
    const box = await picker.boundingBox()
    expect(box?.height).toBeGreaterThan(Math.min(340, height * 0.8))
    await page.keyboard.press('Escape')
    await expect(picker).toHaveCount(0)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('on a phone: the composer and the emoji picker (R4.32, R2.29)', async ({ page }) => {
    await logInAsGuest(page)
    const form = page.getByRole('form', { name: 'What are you driving' })
    await form.getByRole('textbox').tap()
    await page.getByRole('button', { name: 'Add an emoji' }).tap()
    const picker = page.getByRole('dialog', { name: 'Emoji' })
    await expect(picker.getByPlaceholder('Search')).toBeVisible()
    await expect(picker.getByPlaceholder('Search')).not.toBeFocused()
    const above = await form.boundingBox()
    const below = await picker.boundingBox()
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
    expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual(844)

    await page.reload()
    const vroom = form.getByRole('button', { name: 'Vroom' })
    await expect(vroom).toBeHidden()
    await expect(form.getByRole('button', { name: 'Add a picture' })).toBeVisible()
    expect((await form.boundingBox())?.height).toBeLessThanOrEqual(64)
    await composer(page).fill('A draft')
    await composer(page).blur()
    await expect(vroom).toBeVisible()
    await composer(page).fill('')
    await composer(page).blur()
    await expect(vroom).toBeHidden()

    const like = firstLike(page)
    await composer(page).focus()
    await expect(vroom).toBeVisible()
    await like.scrollIntoViewIfNeeded()
    await press(page, like, 'mouse')
    await expect(like).toHaveAttribute('aria-pressed', 'true')
  })
})
