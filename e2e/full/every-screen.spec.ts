// Scans of every route, dialog and menu: WCAG 2.2 AA as far as axe checks it; and layout with
// long names and texts: no screen scrolls sideways, and no control is covered or pushed out of sight.
// Playwright's click() scrolls first, so the layout tests check the point that a person sees.
import type { Page } from 'playwright/test'
import { expectNoViolations, openPost } from '../support/actions.ts'
import { isUncovered } from '../support/covered.ts'
import {
  expect,
  logInAsGuest,
  newPerson,
  signUpByApi,
  test,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { fetchApi, mustSucceed } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { pick } from '../support/pictures.ts'
import { SCREENS } from '../support/screens.ts'

/** Each theme and each size once: what depends on both would need a style that depends on both. */
for (const [colorScheme, viewport] of [
  ['dark', { width: 390, height: 844 }],
  ['light', { width: 1440, height: 900 }],
] as const) {
  test.describe(`${colorScheme} at ${viewport.width} px`, () => {
    test.use({ colorScheme, viewport, reducedMotion: 'reduce' })

    test('axe finds nothing on any screen, dialog and menu', async ({ page }) => {
      test.slow()
      const scan = (what: string) => expectNoViolations(page, what)
      const close = () => page.keyboard.press('Escape')
      // Visitors.
      await page.goto('/')
      await scan('log-in')
      await page.getByRole('link', { name: 'Create new account' }).click()
      await scan('sign-up')
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { name: /PAGE 404/ })).toBeVisible()
      await scan('404')

      await logInAsGuest(page)
      const composer = page.getByRole('form', { name: 'What are you driving' })
      await pick(page, [pictureFile(), pictureFile(60, 60), pictureFile(70, 60)])
      await expect(composer.getByText('3 pictures added')).toBeVisible()
      await scan('pictures of a draft')
      await page.getByRole('button', { name: 'Edit picture 2' }).click()
      await page.getByRole('button', { name: 'Add a box' }).click()
      await scan('editor of a picture')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await writePost(page, 'Looked at by axe')
      await scan('home')
      // On a phone the toast would cover a part of the button Close.
      await expect(page.getByText('User logged in')).toBeHidden()
      await page.getByRole('button', { name: 'View picture 2 of 3 full screen' }).click()
      await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible()
      await scan('viewer')
      await close()

      const menu = page.getByRole('button', { name: 'Post menu' })
      await menu.click()
      await scan('post menu')
      await page.getByRole('menuitem', { name: 'Edit Post' }).click()
      await scan('edit post')
      await close()
      await menu.click()
      await page.getByRole('menuitem', { name: 'Delete Post' }).click()
      await scan('delete post')
      await close()

      await openPost(page)
      await writeComment(page, 'A comment')
      await page.getByRole('button', { name: 'Comment menu' }).click()
      await scan('post with the menu of a comment')
      await close()
      // On a phone the composer is one line until it is used.
      await page.getByRole('textbox', { name: 'Add a comment' }).focus()
      await page.getByRole('button', { name: 'Add an emoji' }).click()
      await expect(page.locator('em-emoji-picker .category button').first()).toBeVisible()
      await scan('emoji')
      await close()

      for (const path of [
        '/profilePage/1',
        '/settings',
        '/bookMarkPage',
        '/notifications',
        '/explore',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
        await scan(path)
      }
    })
  })
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test.describe(`without input, at ${viewport.width} px`, () => {
    // With the default delay, so that there are placeholders.
    test.use({ viewport, slow: true })

    test('R2.34: nothing moves on any screen behind the log-in while it loads, but for lines whose font comes (CLS below 0.001)', async ({
      page,
    }) => {
      test.slow()
      await page.addInitScript(recordShifts)
      const settled: Record<string, string[]> = {}
      const load = async (path: string) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
        await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        settled[path] = await page.evaluate(() => window.readShifts())
      }
      // The landing screen is painted before the font of its texts has come.
      await logInAsGuest(page)
      // It floats, once on each device.
      const notice = page.getByText('Ready to work offline').first()
      await expect(notice).toBeVisible({ timeout: 60_000 })
      await expect(notice).toHaveCount(0)
      for (const path of Object.keys(SCREENS)) await load(path)
      const moved = Object.entries(settled).filter(([, shifts]) => shifts.length > 0)
      expect(moved).toEqual([])
    })
  })
}

declare global {
  interface Window {
    /** What has moved since the page was opened, two frames after now. */
    readShifts: () => Promise<string[]>
  }
}

/** Runs in the page: https://wicg.github.io/layout-instability/ */
function recordShifts(): void {
  type Shift = PerformanceEntry & {
    value: number
    sources: { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const shifts: string[] = []
  const read = (entries: PerformanceEntry[]) => {
    for (const { value, sources } of entries as Shift[]) {
      // Lines are of another width until their font has come.
      if (value < 0.001) continue
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const name = element?.ariaLabel || element?.textContent || element?.getAttribute('class')
        return `${element?.localName} “${name?.slice(0, 40)}” ${from.x},${from.y} → ${to.x},${to.y}`
      })
      shifts.push(`${value}: ${moved.join('; ')}`)
    }
  }
  const observer = new PerformanceObserver((list) => read(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.readShifts = async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    read(observer.takeRecords())
    return shifts
  }
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]
/** The narrowest, and the first with the side bar. */
const EDGES = [
  { width: 320, height: 568 },
  { width: 1024, height: 700 },
] as const

/** With the rest of a username, about as long as the API allows (R15.12). */
const NAMES = {
  'an e-mail address': 'bartholomew.montgomery-featherstone@the-old-garage.example',
  'one word': 'W'.repeat(80),
  Chinese: '車'.repeat(80),
  Hebrew: 'מכונית '.repeat(11),
  emoji: '🏍️'.repeat(40),
}

/** The layout defects of the screen: how far it scrolls sideways, and the controls that cannot be pressed. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const wide = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
    const dialog = document.querySelector('dialog[open]') ?? document.body
    const controls = [...dialog.querySelectorAll('button, a[href], input, textarea, summary')]
    /** Whether it stays in place when the page scrolls, such as a bar or a notice. */
    const floats = (element: Element | null): boolean =>
      element !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(element).position) ||
        floats(element.parentElement))
    const covered = controls.filter((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        return false
      const { x, y, width, height } = control.getBoundingClientRect()
      if (control.matches('[href="#screen"]')) return false
      const [left, top] = [x + width / 2, y + height / 2]
      const inWidth = left >= 0 && left < innerWidth
      // Scrolling up and down brings the rest into view.
      if (inWidth && (top < 1 || top > innerHeight - 1)) return false
      const hit = document.elementFromPoint(left, top)
      // Scrolling moves content out from under floating elements.
      const underBar = floats(hit) && !floats(control)
      const scroller = control.closest('aside, [class*=middle]')?.getBoundingClientRect()
      const scrolledOut = scroller && (top < scroller.top || top > scroller.bottom)
      return !underBar && !scrolledOut && !control.contains(hit) && !hit?.contains(control)
    })
    const nameOf = (control: Element) =>
      `${control.tagName} ${(control.ariaLabel ?? control.textContent ?? '').slice(0, 40)}`
    return [...wide, ...covered.map(nameOf)]
  })
}

test('however long the name, Logout can be pressed at every size, and the side bar has the full name as a title (R2.16, R2.17)', async ({
  page,
}) => {
  await signUpByApi(page, newPerson('Bartholomew Montgomery'))
  const authorization = await page.evaluate(() => localStorage.getItem('gearheads-token') ?? '')
  for (const [kind, name] of Object.entries(NAMES)) {
    const username = `${name}${newPerson().username}`
    const edit = { userData: { username } }
    await mustSucceed(fetchApi(page, 'POST /api/users/edit', edit, { authorization }))
    await page.goto('/homePage')
    await expect(page.getByRole('article').first()).toBeVisible()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      const logOut = page.getByRole('button', { name: 'Logout' })
      expect(await isUncovered(logOut), `${kind} at ${size.width}`).toBe(true)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    const bar = page.getByRole('banner')
    await expect(bar.getByText(`@${username}`)).toHaveAttribute('title', username)
    await expect(bar.getByTitle('Bartholomew Montgomery')).toBeVisible()
  }
})

test('every screen of a user with the longest name fits its width and stays usable', async ({
  page,
}) => {
  test.slow()
  const person = {
    ...newPerson('N'.repeat(100)),
    username: `${'W'.repeat(80)}${newPerson().username}`,
  }
  await signUpByApi(page, person)
  const authorization = await page.evaluate(() => localStorage.getItem('gearheads-token') ?? '')
  const call = (line: string, body: object) => fetchApi<never>(page, line, body, { authorization })
  await call('POST /api/users/edit', { userData: { bio: 'B'.repeat(500) } })
  const content = `${'P'.repeat(500)} https://garage.example/${'p'.repeat(300)}`
  const { posts } = (await call('POST /api/posts', { content })).data as {
    posts: { _id: string; userId: string }[]
  }
  const { _id, userId } = posts[0] as (typeof posts)[number]
  await call(`POST /api/comments/add/${_id}`, { content })
  await call(`POST /api/users/bookmark/${_id}`, {})

  const paths = [`/profilePage/${userId}`, ...Object.keys(SCREENS), `/post/${_id}`]
  for (const [index, path] of paths.entries()) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    // Each on both sides of where the side bar begins, and at one other size in turn.
    for (const size of [...EDGES, SIZES[index % SIZES.length] ?? EDGES[0]]) {
      await page.setViewportSize(size)
      expect(await faults(page), `${path} at ${size.width}`).toEqual([])
    }
  }

  // The last of them is a post.
  for (const [index, size] of SIZES.entries()) {
    await page.setViewportSize(size)
    const menu = index % 2 ? 'Post menu' : 'Comment menu'
    await page.getByRole('button', { name: menu }).click()
    expect(await faults(page), `${menu} at ${size.width}`).toEqual([])
    await page.getByRole('menuitem', { name: /Edit/ }).click()
    expect(await faults(page), `dialog of ${menu} at ${size.width}`).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})
