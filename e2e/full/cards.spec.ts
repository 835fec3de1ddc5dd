import type { Locator } from 'playwright/test'
import { composer, openPost } from '../support/actions.ts'
import {
  expect,
  logInAsGuest,
  newPerson,
  posts,
  signUp,
  test,
  writePost,
} from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { pick } from '../support/pictures.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the first like and the first upvote move no button, so that a second tap undoes a like', async ({
    page,
  }) => {
    await logInAsGuest(page)
    await openPost(page)
    const heart = page.getByTestId('like-button')
    const up = page.getByTestId('upvote-button')
    await expect(up).toBeVisible()
    const places = async () => {
      const buttons = page.locator('main').getByRole('button')
      return Promise.all((await buttons.all()).map((button) => button.boundingBox()))
    }
    const before = await places()
    const box = await heart.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 22, (box?.y ?? 0) + 22]
    await page.mouse.click(x, y)
    const likes = page.getByRole('link', { name: '1 like', exact: true })
    await expect(likes).toBeVisible()
    expect(await places()).toEqual(before)
    expect((await likes.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // A second click at once would be a double click, which is one press.
    const hit = ([x, y]: [number, number]) =>
      document.elementFromPoint(x, y)?.closest('button')?.dataset.testid
    expect(await page.evaluate(hit, [x, y] as [number, number])).toBe('like-button')
    await heart.press('Enter')
    await expect(likes).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await up.scrollIntoViewIfNeeded()
    const scrolled = await places()
    await up.click()
    const upvotes = page.getByRole('link', { name: 'Who upvoted' })
    await expect(upvotes).toBeVisible()
    expect(await places()).toEqual(scrolled)
    expect((await upvotes.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })

  test('a menu near the bottom bar opens above its button, and closes outside', async ({
    page,
  }) => {
    await logInAsGuest(page)
    await openPost(page)
    const opener = page.getByRole('button', { name: /^Comment menu/ })
    await opener.evaluate((button) => {
      document.body.style.paddingBlock = '900px'
      scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 60)
    })
    await opener.click()
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
})

test('a card opens its post, its avatar the profile; a selection of text opens nothing', async ({
  page,
}) => {
  await signUp(page)
  await expect(page.getByText('Post sent')).toHaveCount(0)
  await writePost(page, 'Selectable words')
  await expect(page.getByRole('status').getByText('Post sent')).toBeAttached()
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
})

test('names and tags in a text are links, and an unknown name is not', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'Hi @MIRA and @nobody-here, #vintage.')
  const post = posts(page).first()
  await expect(post.getByRole('link', { name: '@MIRA' })).toHaveAttribute('href', /profilePage/)
  await expect(post.getByRole('link', { name: '@nobody-here' })).toHaveCount(0)
  const tag = post.getByRole('link', { name: '#vintage' })
  await expect(tag).toHaveAttribute('href', '/explore?q=%23vintage')
  await post.getByRole('link', { name: '@MIRA' }).click()
  await expect(page.getByRole('region', { name: 'Profile of mira' })).toBeVisible()
})

test('a long post is shown in part, and in full on request and on its own screen', async ({
  page,
}) => {
  await signUp(page)
  await composer(page).fill(`${'word '.repeat(3000)}end`)
  await page.getByRole('button', { name: 'Vroom' }).click()
  const post = posts(page).first()
  await post.getByRole('button', { name: 'Show more' }).click()
  await expect(post).toContainText('word end')
  await post.getByRole('button', { name: 'Show less' }).click()
  await expect(post).not.toContainText('word end')
  await post.getByRole('link', { name: /post by/ }).click()
  await expect(page.getByText('word end')).toBeVisible()
})

test('a post is shared by its address', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logInAsGuest(page)
  // As on a device without a share sheet.
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await posts(page)
    .first()
    .getByRole('button', { name: /^Share/ })
    .click()
  await expect(page.getByText('Link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(copied)
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
})

test('on a device without a club, the share sheet gets the text and the picture, and no address', async ({
  page,
}) => {
  await logInAsGuest(page)
  await page.evaluate(() => {
    const share = async ({ files = [], ...data }: ShareData) => {
      const pictures = await Promise.all(
        files.map(async (file) => {
          const { width, height } = await createImageBitmap(file)
          return { name: file.name, type: file.type, width, height }
        }),
      )
      Object.assign(window, { shared: { ...data, pictures } })
    }
    Object.defineProperty(navigator, 'share', { value: share })
    Object.defineProperty(navigator, 'canShare', { value: () => true })
  })
  const first = posts(page).first()
  await first.getByRole('button', { name: /^Share/ }).click()
  await expect
    .poll(() => page.evaluate(() => 'shared' in window && window.shared))
    .toEqual({
      title: 'Post by Mira Okafor',
      text: expect.stringContaining('Top down'),
      // Not the drawing itself: phones refuse SVG.
      pictures: [{ name: 'post.png', type: 'image/png', width: 1200, height: 900 }],
    })
})

test('where the sheet opens only right after a press, the next one shares what was prepared', async ({
  page,
}) => {
  await logInAsGuest(page)
  await page.evaluate(() => {
    const calls: ShareData[] = []
    const share = async (data: ShareData) => {
      // As in WebKit after the pictures are loaded.
      if (calls.push(data) === 1) throw new DOMException('No user gesture', 'NotAllowedError')
    }
    Object.assign(window, { calls })
    Object.defineProperty(navigator, 'share', { value: share })
    Object.defineProperty(navigator, 'canShare', { value: () => true })
  })
  const share = posts(page)
    .first()
    .getByRole('button', { name: /^Share/ })
  await share.click()
  await expect(posts(page).first().getByText('Ready: press again')).toBeVisible()
  await share.press('Enter')
  const isSame = () =>
    page.evaluate(() => {
      const { calls } = window as unknown as { calls: ShareData[] }
      return calls.length === 2 && calls[0] === calls[1] && calls[1]?.files?.length === 1
    })
  await expect.poll(isSame).toBe(true)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('where the browser refuses to copy, the link is shown and selected', async ({ page }) => {
  await logInAsGuest(page)
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', { value: undefined })
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  const share = posts(page)
    .first()
    .getByRole('button', { name: /^Share/ })
  await share.click()
  const dialog = page.getByRole('dialog', { name: 'Copy this link' })
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/post\/[0-9a-f-]{36}$/)
  await expect
    .poll(() => page.evaluate(() => `${getSelection()}`))
    .toMatch(/^http:.*\/post\/[0-9a-f-]{36}$/)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(share).toBeFocused()
})

test('the names of a card read well and say whose it is', async ({ page }) => {
  await logInAsGuest(page)
  const post = posts(page).nth(1)
  await expect(post.getByRole('link', { name: /^\d+\w, post by kenji$/ })).toBeVisible()
  await expect(post.getByRole('button', { name: "Like kenji's post", exact: true })).toBeVisible()
  const comment = posts(page).first()
  await comment.getByRole('link', { name: "Comments on mira's post: 1", exact: true }).click()
  await expect(page.getByRole('button', { name: 'Comment menu, juno', exact: true })).toBeVisible()
})

test('a long name leaves room for the username, and is cut off at the end of its line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const name = 'Maximiliana Alexandra Featherstonehaugh-X'
  const { username } = await signUp(page, newPerson(name))
  await writePost(page, 'By a long name')
  const card = posts(page).first()
  const handle = await card.getByText(`@${username}`).boundingBox()
  expect(handle?.width).toBeGreaterThan(100)
  expect((await card.getByText(name).boundingBox())?.height).toBeLessThan(30)

  await page.setViewportSize({ width: 1440, height: 900 })
  const side = page.getByRole('banner')
  for (const text of [name, `@${username}`])
    expect((await side.getByText(text).boundingBox())?.height, text).toBeLessThan(30)
})

test('the card of a post moves to its screen and back, unless motion is reduced', async ({
  page,
}) => {
  const moved: boolean[] = []
  await page.exposeFunction('addMove', (parts: (string | null)[]) =>
    moved.push(parts.some((part) => part?.startsWith('::view-transition-group(post-'))),
  )
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (options) => {
      const transition = start(options)
      const parts = () => document.getAnimations().map(({ effect }) => effect as KeyframeEffect)
      const { addMove } = window as unknown as { addMove: (parts: (string | null)[]) => void }
      transition.ready.then(() => addMove(parts().map(({ pseudoElement }) => pseudoElement)))
      return transition
    }
  })
  await logInAsGuest(page)
  const open = async () => {
    await page.getByRole('link', { name: /post by kenji/ }).click()
    await expect(page.getByRole('heading', { name: 'Post by Kenji Sato' })).toBeAttached()
  }
  const back = async () => {
    await page.goBack()
    await expect(posts(page)).toHaveCount(5)
  }
  // The first time, the code of the screen may take so long that "...loading" comes between.
  await open()
  await expect.poll(() => moved.length).toBe(1)
  await back()
  await expect.poll(() => moved.length).toBe(2)
  await open()
  await expect.poll(() => moved.length).toBe(3)
  await back()
  await expect.poll(() => moved.slice(2)).toEqual([true, true])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open()
  await page.getByRole('link', { name: 'Explore' }).click()
  await expect(page).toHaveURL('/explore')
  expect(moved).toHaveLength(4)
})

test('a post that is closed while its card still moves leaves a silent console', async ({
  page,
}) => {
  await logInAsGuest(page)
  for (let round = 0; round < 3; round++) {
    await page.getByRole('link', { name: /post by kenji/ }).click()
    await expect(page.getByRole('heading', { name: 'Post by Kenji Sato' })).toBeAttached()
    await page.goBack()
    await expect(posts(page)).toHaveCount(5)
  }
})

test('comments that cannot be loaded leave the post on screen and can be tried again', async ({
  page,
  expectErrors,
}) => {
  await logInAsGuest(page)
  await setMock(page, { failures: [{ method: 'GET', path: '/api/comments/:postId', status: 500 }] })
  await page.getByRole('link', { name: /post by kenji/ }).click()
  await expect(page.getByText("Comments can't be loaded.")).toBeVisible()
  await expect(page.getByRole('article', { name: 'By kenji' })).toBeVisible()
  await setMock(page, { failures: [] })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  const sentence = await page.getByText("Comments can't be loaded.").boundingBox()
  const button = await tryAgain.boundingBox()
  expect(button?.y, 'the button is below the sentence').toBeGreaterThan(
    (sentence?.y ?? 0) + (sentence?.height ?? 0),
  )
  await tryAgain.click()
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeVisible()
  await expect(page.getByText("Comments can't be loaded.")).toHaveCount(0)
  expectErrors(/\b500\b/)
})

test('a menu that opens near a notice does not scroll away from the finger', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'Stays')
  await writePost(page, 'On top')
  await setMock(page, { failures: [{ method: 'GET', path: '/api/nothing', status: 500 }] })
  await expect(page.getByText('1 simulated failure is on.')).toBeVisible()
  await posts(page).nth(1).getByRole('button', { name: 'Post menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete Post' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('Escape returns the focus to the button of a popup, each time', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'With a menu')
  const menu = posts(page).first().getByRole('button', { name: /menu/i })
  const emoji = page.getByRole('button', { name: 'Add an emoji' })
  for (const [opener, inside] of [
    [menu, page.getByRole('menuitem').first()],
    [emoji, page.getByRole('searchbox', { name: 'Search emoji' })],
    [menu, page.getByRole('menuitem').first()],
    [emoji, page.getByRole('searchbox', { name: 'Search emoji' })],
  ] as const) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(inside).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
})

test('Back closes what is open and stays on the screen, with nothing to go forward to', async ({
  page,
}) => {
  await signUp(page)
  await pick(page, pictureFile(300, 300))
  await writePost(page, 'Mine')
  const menu = posts(page).first().getByRole('button', { name: 'Post menu' })
  const openMenu = async () => menu.click()
  const popups: [string, Locator, () => Promise<unknown>][] = [
    ['the menu', page.getByRole('menu'), openMenu],
    [
      'the edit dialog',
      page.getByRole('dialog', { name: 'Edit Post' }),
      async () => {
        await openMenu()
        await page.getByRole('menuitem', { name: 'Edit Post' }).click()
      },
    ],
    [
      'the question',
      page.getByRole('dialog', { name: 'Delete this post?' }),
      async () => {
        await openMenu()
        await page.getByRole('menuitem', { name: 'Delete Post' }).click()
      },
    ],
    [
      'the emoji picker',
      page.getByRole('dialog', { name: 'Emoji' }),
      () => page.getByRole('button', { name: 'Add an emoji' }).first().click(),
    ],
    [
      'the picture viewer',
      page.getByRole('dialog', { name: 'Picture' }),
      () => page.getByRole('button', { name: 'View picture full screen' }).first().click(),
    ],
  ]
  const expectClosedByBack = async () => {
    const url = page.url()
    for (const [name, popup, open] of popups) {
      await test.step(name, async () => {
        await open()
        await expect(popup).toBeVisible()
        await page.goBack()
        await expect(popup).toBeHidden()
        await expect(page).toHaveURL(url)
        await expect(menu).toBeVisible()
        const ahead = await page.evaluate(() => window.navigation?.canGoForward)
        expect(ahead).toBe(false)
      })
    }
  }
  // The first screen of the page: Back would leave it.
  await page.goto('about:blank')
  await page.goto('/homePage')
  await expect(menu).toBeVisible()
  await expectClosedByBack()
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page).toHaveURL(/profilePage/)
  popups.splice(3, 1)
  await expectClosedByBack()
  await page.goBack()
  await expect(page).toHaveURL('/homePage')
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})

test('a double click on a button that closes a dialog hits nothing behind it', async ({ page }) => {
  await signUp(page)
  await writePost(page, 'Deleted in a hurry')
  await posts(page).first().getByRole('button', { name: /menu/i }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
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
  await expect(page.getByText('Deleted in a hurry')).toHaveCount(0)
  expect(await behind.evaluate((trap) => trap.hasAttribute('data-hit'))).toBe(false)
})

test('odd parameters in an address are ignored, and a search keeps its sign', async ({ page }) => {
  await logInAsGuest(page)
  await page.goto('/profilePage/1?list=bogus')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/explore?q=%40mira')
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toHaveValue('@mira')
  await expect(page.getByRole('link', { name: /Mira/ }).first()).toBeVisible()
})
