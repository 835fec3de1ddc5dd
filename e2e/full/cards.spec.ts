// The cards of posts and comments: their buttons, names, links, menus and how they are shared.
import type { Locator } from 'playwright/test'
import { choose, composer } from '../support/actions.ts'
import {
  clickAt,
  expect,
  logInAsGuest,
  newPerson,
  posts,
  signUp,
  test,
  writePost,
} from '../support/fixtures.ts'
import { newestPost, setMock } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { pick } from '../support/pictures.ts'
import { DESKTOP, PHONE } from '../support/screens.ts'

test('on a phone, no vote moves a button; names, menus (R4.8, R4.23, R5.10)', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await logInAsGuest(page)
  // A count of 0 is left out of a name.
  const second = posts(page).nth(1)
  await expect(second.getByRole('link', { name: /^\d+\w, post by kenji$/ })).toBeVisible()
  await expect(second.getByRole('button', { name: "Like kenji's post", exact: true })).toBeVisible()
  const none = second.getByRole('link', { name: "Comments on kenji's post", exact: true })
  await expect(none).toBeVisible()
  await page.getByRole('link', { name: "Comments on mira's post: 1", exact: true }).click()
  const opener = page.getByRole('button', { name: 'Comment menu, juno', exact: true })
  await expect(opener).toBeVisible()

  const heart = page.getByTestId('like-button')
  const up = page.getByTestId('upvote-button')
  const places = async () => {
    const buttons = page.locator('main').getByRole('button')
    return Promise.all((await buttons.all()).map((button) => button.boundingBox()))
  }
  const before = await places()
  await heart.click()
  const likes = page.getByRole('link', { name: '1 like', exact: true })
  await expect(page.getByText('1 like · 1 comment')).toBeVisible()
  expect(await places()).toEqual(before)
  expect((await likes.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await likes.click()
  const likers = page.getByRole('dialog', { name: 'Likes (1)' })
  await expect(likers.getByTestId('user-card')).toHaveCount(1)
  await page.goBack()
  await expect(likes).toBeFocused()
  // A second click at once would be a double click, which is one press.
  await heart.press('Enter')
  await expect(likes).toHaveCount(0)

  // Above the composer, which floats.
  await up.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const scrolled = await places()
  await up.click()
  const upvotes = page.getByRole('link', { name: 'Who upvoted' })
  await expect(upvotes).toBeVisible()
  expect(await places()).toEqual(scrolled)
  expect((await upvotes.boundingBox())?.height).toBeGreaterThanOrEqual(44)

  await page.reload()
  await opener.evaluate((button) => {
    document.body.style.paddingBlock = '900px'
    // The composer floats there.
    document.querySelector('form')?.style.setProperty('display', 'none')
    scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 60)
  })
  // Playwright would scroll first.
  await clickAt(page, opener)
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  const bottom = await menu.evaluate((popup) => popup.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual((await opener.boundingBox())?.y ?? 0)
  // In the bar at the top, which has no control there.
  await page.mouse.click(370, 20)
  await expect(menu).toHaveCount(0)
  await opener.click()
  await expect(menu).toBeVisible()
  await opener.click()
  await expect(menu).toHaveCount(0)
})

test('what a card opens, and long names and texts (R4.18, R4.27, R4.29, R4.30, R18.6)', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  const name = 'Maximiliana Alexandra Featherstonehaugh-X'
  const { username } = await signUp(page, newPerson(name))
  await expect(page.getByText('Post sent')).toHaveCount(0)
  await writePost(page, 'Selectable words')
  await expect(page.getByRole('status').getByText('Post sent')).toBeAttached()
  // Without a club, nothing offers to report.
  await expect(page.getByRole('button', { name: /^(Post menu|More, )/ })).toHaveCount(1)
  // A long name wraps before anything is cut off.
  const card = posts(page).first()
  const linesOf = (text: Locator) =>
    text.evaluate((part) =>
      Math.round(part.clientHeight / Number.parseFloat(getComputedStyle(part).lineHeight)),
    )
  const handle = await card.getByText(`@${username}`).boundingBox()
  expect(handle?.width).toBeGreaterThan(100)
  const inCard = card.getByText(name)
  expect(await linesOf(inCard)).toBe(2)
  expect(await inCard.evaluate((part) => part.scrollWidth > part.clientWidth)).toBe(false)
  await page.setViewportSize(DESKTOP)
  const side = page.getByRole('banner')
  expect(await linesOf(side.getByText(name))).toBe(2)
  expect((await side.getByText(`@${username}`).boundingBox())?.height).toBeLessThan(30)

  const words = await page.getByText('Selectable words').boundingBox()
  await page.mouse.move((words?.x ?? 0) + 2, (words?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move((words?.x ?? 0) + 80, (words?.y ?? 0) + 12, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => `${getSelection()}`.trim())).not.toBe('')
  await expect(page).toHaveURL('/homePage')

  await posts(page).nth(1).locator('header img').click()
  await expect(page).toHaveURL(/profilePage/)
  await page.goBack()
  await posts(page).nth(1).getByText('Top down').click()
  await expect(page).toHaveURL(/\/post\//)
  await page.goBack()

  await writePost(page, 'Hi @MIRA and @nobody-here, #vintage.')
  await expect(card.getByRole('link', { name: '@nobody-here' })).toHaveCount(0)
  await card.getByRole('link', { name: '@MIRA' }).click()
  await expect(page.getByRole('region', { name: 'Profile of mira' })).toBeVisible()
  await page.goBack()

  // A long text is shown in part, and in full on request and on its own screen.
  await composer(page).fill(`${'word '.repeat(3000)}end`)
  await page.getByRole('button', { name: 'Vroom' }).click()
  await card.getByRole('button', { name: 'Show more' }).click()
  await expect(card).toContainText('word end')
  await card.getByRole('button', { name: 'Show less' }).click()
  await expect(card).not.toContainText('word end')
  await card.getByRole('link', { name: /post by/ }).click()
  await expect(page.getByText('word end')).toBeVisible()

  // What arrives hours after its time says when. That it is on top: src/data/posts.test.ts.
  const late = { ...(await newestPost(page)), arrivedAt: new Date().toISOString() }
  const reply = { method: 'GET', path: '/api/posts', status: 200, body: { posts: [late] } }
  await setMock(page, { overrides: [reply] })
  await page.goto('/homePage')
  await expect(card).toContainText('arrived now')
  await page.goto('/profilePage/1?list=bogus')
  await page.getByRole('button', { name: 'Profile menu, mira' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Mute mira'])
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('sharing with and without a sheet (R16.16, R16.17)', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAsGuest(page)
  const first = posts(page).first()
  const share = first.getByRole('button', { name: /^Share/ })
  await page.evaluate(() => {
    const calls: ShareData[] = []
    const share = async (data: ShareData) => {
      // As in WebKit after the pictures are loaded.
      if (calls.push(data) === 1) throw new DOMException('No user gesture', 'NotAllowedError')
    }
    Object.assign(window, { calls })
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
    Object.defineProperty(navigator, 'canShare', { value: () => true })
  })
  // Where the sheet opens only right after a press, the next one shares what was prepared.
  await share.click()
  await expect(first.getByText('Ready: press again')).toBeVisible()
  await share.press('Enter')
  const shared = () =>
    page.evaluate(async () => {
      const [refused, data] = (window as unknown as { calls: ShareData[] }).calls
      const [file, another] = data?.files ?? []
      if (!file || another || data !== refused) return undefined
      const { width, height } = await createImageBitmap(file)
      return { title: data?.title, text: data?.text, type: file.type, width, height }
    })
  await expect.poll(shared).toEqual({
    title: 'Post by Mira Okafor',
    text: expect.stringContaining('Top down'),
    // Not the drawing itself: phones refuse SVG.
    ...{ type: 'image/png', width: 1200, height: 900 },
  })

  // On a device without a sheet the address is copied.
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await share.press('Enter')
  await expect(page.getByText('Link copied')).toBeVisible()
  // Where it cannot be copied: storage.spec.ts.
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/post\/[-\w]{36}$/)
})

test('popups: focus, Back, double clicks (R2.19, R2.26, R4.4, R4.5, R15.4)', async ({ page }) => {
  await signUp(page)
  await pick(page, pictureFile(300, 300))
  await writePost(page, 'Mine')
  const menu = posts(page).first().getByRole('button', { name: 'Post menu' })
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const press = (name: string) => page.getByRole('button', { name }).first().click()
  await menu.click()
  await expect(page.getByRole('menuitem')).toHaveText(['Edit Post', 'Delete Post'])
  await page.getByRole('menuitem', { name: 'Edit Post' }).click()
  const modal = dialog('Edit Post')
  await expect(modal.getByRole('textbox', { name: 'Post text' })).toHaveValue('Mine')
  expect((await modal.boundingBox())?.width).toBe(570)
  await modal.getByRole('button', { name: 'Cancel' }).click()
  await expect(modal).toHaveCount(0)
  await expect(menu).toBeFocused()

  const popups: [Locator, () => Promise<unknown>][] = [
    [page.getByRole('menu'), () => menu.click()],
    [dialog('Edit Post'), () => choose(page, 'Edit Post')],
    [dialog('Delete this post?'), () => choose(page, 'Delete Post')],
    [dialog('Picture'), () => press('View picture full screen')],
    [dialog('Emoji'), () => press('Add an emoji')],
  ]
  // The first screen of the page: Back would leave it.
  await page.goto('about:blank')
  await page.goto('/homePage')
  for (const [popup, open] of popups) {
    await open()
    await expect(popup).toBeVisible()
    await page.goBack()
    await expect(popup).toBeHidden()
    await expect(page).toHaveURL('/homePage')
    await expect(menu).toBeVisible()
    expect(await page.evaluate(() => window.navigation?.canGoForward)).toBe(false)
  }
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
  await page.goto('/homePage')

  // A menu that opens near a notice does not scroll away from the finger.
  await writePost(page, 'On top')
  await setMock(page, { failures: [{ method: 'GET', path: '/api/nothing', status: 500 }] })
  await expect(page.getByText('1 simulated failure is on.')).toBeVisible()
  await posts(page).nth(1).getByRole('button', { name: 'Post menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete Post' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.press('Escape')

  await choose(page, 'Delete Post')
  const remove = page.getByRole('button', { name: 'Delete', exact: true })
  const behind = await remove.evaluateHandle((button) => {
    const { x, y } = button.getBoundingClientRect()
    const trap = document.createElement('button')
    trap.style.cssText = `position: fixed; left: ${x}px; top: ${y}px; width: 80px; height: 40px`
    trap.onclick = () => trap.toggleAttribute('data-hit')
    document.body.append(trap)
    return trap
  })
  await remove.dblclick()
  await expect(page.getByText('On top')).toHaveCount(0)
  expect(await behind.evaluate((trap) => trap.hasAttribute('data-hit'))).toBe(false)
})
