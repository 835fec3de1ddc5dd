// Scripts that are read from right to left, in an app whose own texts are read from left to right, or are higher than Latin.
import type { Locator, Page } from 'playwright/test'
import { composer } from '../support/actions.ts'
import { expect, newPerson, posts, signUp, test, visit } from '../support/fixtures.ts'

/** The left and right end of a part of the text of an element, and of the element's content. */
function endsOf(element: Locator, part: string) {
  return element.evaluate((root, part) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    let node = texts.nextNode()
    while (node && !node.textContent?.includes(part)) node = texts.nextNode()
    if (!node) throw new Error(`No text ${part}`)
    const range = document.createRange()
    const start = node.textContent?.indexOf(part) ?? 0
    range.setStart(node, start)
    range.setEnd(node, start + part.length)
    const { left, right } = range.getBoundingClientRect()
    const box = root.getBoundingClientRect()
    return { left, right, box: { left: box.left, right: box.right } }
  }, part)
}

async function publish(page: Page, text: string): Promise<Locator> {
  await composer(page).fill(text)
  await page.getByRole('button', { name: 'Vroom' }).click()
  const post = posts(page)
    .first()
    .locator('p')
    .filter({ hasText: text.split('\n')[0] })
  await expect(post).toBeVisible()
  return post
}

test('fields, lines and a long name are read from their own side (R4.30)', async ({ page }) => {
  const expectDirections = async () => {
    const fields = await page.getByRole('textbox').or(page.getByRole('searchbox')).all()
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      if (!(await field.isEditable())) continue
      await field.fill('مرحبا')
      await expect(field).toHaveCSS('direction', 'rtl')
    }
  }
  await visit(page)
  await expectDirections()
  await page.getByRole('link', { name: 'Create new account' }).click()
  await expectDirections()
  const name = 'محمد عبد الرحمن بن السيد عبد العزيز الطويل جدا 4x4!'
  await signUp(page, { ...newPerson('محمد'), name })
  const post = await publish(page, 'Honda CB750\nمرحبا بكم، 3!\nأهلا Honda')
  const first = await endsOf(post, 'Honda')
  expect(first.left).toBeCloseTo(first.box.left, 0)
  const second = await endsOf(post, 'مرحبا')
  expect(second.right).toBeCloseTo(second.box.right, 0)
  expect((await endsOf(post, '!')).right).toBeLessThan(second.left)
  const third = await endsOf(post, 'أهلا')
  expect(third.right).toBeCloseTo(third.box.right, 0)

  for (const start of ['@nobody', 'https://example.com/a']) {
    const mixed = await publish(page, `${start} مرحبا بكم`)
    const { right, box } = await endsOf(mixed, start)
    expect(right, start).toBeCloseTo(box.right, 0)
  }
  const tags = await publish(page, '#سيارات #دراجات')
  const { right, box } = await endsOf(tags, '#سيارات')
  expect(right).toBeCloseTo(box.right, 0)

  const sentence = await publish(page, 'Look at #سيارات now, @"محمد علي": 3 of 4. #دراجات')
  const sign = await endsOf(sentence, '#')
  expect(sign.left).toBeGreaterThanOrEqual((await endsOf(sentence, 'سيارات')).right - 1)
  const mention = await endsOf(sentence, 'محمد')
  expect((await endsOf(sentence, '3 of 4')).left).toBeGreaterThan(mention.right)

  // Of a long name, the beginning is seen.
  await page.setViewportSize({ width: 390, height: 844 })
  const ends = await endsOf(posts(page).first().getByText(name, { exact: true }), 'محمد')
  expect(ends.left).toBeGreaterThanOrEqual(ends.box.left)
  expect(ends.right).toBeLessThanOrEqual(ends.box.right)
  await page.getByRole('link', { name: 'Profile' }).click()
  const heading = page.getByRole('heading', { level: 1, name })
  const mark = await endsOf(heading, '!')
  expect(mark.right).toBeLessThanOrEqual((await endsOf(heading, 'x4')).left + 1)

  for (const path of ['/explore', '/homePage', '/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expectDirections()
  }
})

test('letters with several marks are not cut off (R4.30)', async ({ page }) => {
  const marks = '\u0301\u0302\u0303\u0323\u0324\u0331'
  await signUp(page, { ...newPerson(), name: `M${marks}g${marks}` })
  await publish(page, 'Hello')
  const name = posts(page).first().locator('header')
  const shown = await name.screenshot()
  await name.evaluate((header) => {
    for (const part of header.querySelectorAll('bdi')) part.style.overflow = 'visible'
  })
  expect(await name.screenshot()).toEqual(shown)

  const tabs = page.getByRole('navigation', { name: 'Feed' })
  const before = await tabs.screenshot()
  await publish(page, `Z${marks.repeat(20)}`)
  expect(await tabs.screenshot()).toEqual(before)
})
