// Scans of every route, dialog and menu: WCAG 2.2 AA as far as axe checks it, in both themes; and layout with
// long names and texts: no screen scrolls sideways, and no control is covered or pushed out of sight.
// Playwright's click() scrolls first, so the layout tests check the point that a person sees.
import type { Page } from 'playwright/test'
import { expectNoViolations, openPost } from '../support/actions.ts'
import {
  expect,
  logInAsGuest,
  newPerson,
  signUpByApi,
  test,
  writeComment,
  writePost,
} from '../support/fixtures.ts'
import { fetchApi } from '../support/mock.ts'
import { pictureFile } from '../support/picture-files.ts'
import { pick } from '../support/pictures.ts'
import { SCREENS } from '../support/screens.ts'

for (const colorScheme of ['dark', 'light'] as const) {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    test.describe(`${colorScheme} at ${viewport.width} px`, () => {
      test.use({ colorScheme, viewport, reducedMotion: 'reduce' })

      test('axe finds nothing on the landing screen and the 404 page', async ({ page }) => {
        await page.goto('/')
        await expectNoViolations(page, 'log-in')
        await page.getByRole('link', { name: 'Create new account' }).click()
        await expectNoViolations(page, 'sign-up')
        await page.goto('/nowhere')
        await expect(page.getByRole('heading', { name: /PAGE 404/ })).toBeVisible()
        await expectNoViolations(page, '404')
      })

      test('axe finds nothing on any screen, dialog and menu of a signed-in user', async ({
        page,
      }) => {
        test.slow()
        await logInAsGuest(page)
        const composer = page.getByRole('form', { name: 'What are you driving' })
        await pick(page, [pictureFile(), pictureFile(60, 60), pictureFile(70, 60)])
        await expect(composer.getByText('3 pictures added')).toBeVisible()
        await expectNoViolations(page, 'pictures of a draft')
        await writePost(page, 'Looked at by axe')
        await expectNoViolations(page, 'home')
        await page.getByRole('button', { name: 'View picture 2 of 3 full screen' }).click()
        await expect(page.getByRole('dialog', { name: 'Picture' })).toBeVisible()
        await expectNoViolations(page, 'viewer')
        await page.keyboard.press('Escape')

        await page.getByRole('button', { name: 'Post menu' }).click()
        await expectNoViolations(page, 'post menu')
        await page.getByRole('menuitem', { name: 'Edit Post' }).click()
        await expectNoViolations(page, 'edit post')
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Post menu' }).click()
        await page.getByRole('menuitem', { name: 'Delete Post' }).click()
        await expectNoViolations(page, 'delete post')
        await page.keyboard.press('Escape')

        await openPost(page)
        await writeComment(page, 'A comment')
        await expectNoViolations(page, 'post')
        await page.getByRole('button', { name: 'Comment menu' }).click()
        await expectNoViolations(page, 'comment menu')
        await page.keyboard.press('Escape')
        // On a phone the composer is one line until it is used.
        await page.getByRole('textbox', { name: 'Add a comment' }).focus()
        await page.getByRole('button', { name: 'Add an emoji' }).click()
        await expect(page.locator('em-emoji-picker .category button').first()).toBeVisible()
        await expectNoViolations(page, 'emoji')
        await page.keyboard.press('Escape')

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
          await expectNoViolations(page, path)
        }
      })
    })
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

/** Whether Logout is visible and can be pressed without scrolling. */
function canLogOut(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button[aria-label=Logout]')].some((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      return width > 0 && button.contains(hit)
    }),
  )
}

test('Logout can be pressed at every size, however long the name', async ({ page }) => {
  for (const [kind, username] of Object.entries(NAMES)) {
    const person = { ...newPerson(), username: `${username}${newPerson().username}` }
    await signUpByApi(page, person)
    await page.goto('/homePage')
    await expect(page.getByRole('article').first()).toBeVisible()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect(await canLogOut(page), `${kind} at ${size.width}`).toBe(true)
    }
    await page.evaluate(() => localStorage.clear())
  }
})

test('the side bar shows the first name and the username, each with its full text as a title', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const person = {
    ...newPerson('Bartholomew Montgomery'),
    username: `${NAMES['an e-mail address']}`,
  }
  await signUpByApi(page, person)
  await page.goto('/homePage')
  const bar = page.getByRole('banner')
  await expect(bar.getByText(`@${person.username}`)).toHaveAttribute('title', person.username)
  await expect(bar.getByTitle(person.name)).toBeVisible()
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

  for (const path of [`/post/${_id}`, `/profilePage/${userId}`, ...Object.keys(SCREENS)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    for (const size of SIZES) {
      await page.setViewportSize(size)
      expect(await faults(page), `${path} at ${size.width}`).toEqual([])
    }
  }

  await page.goto(`/post/${_id}`)
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const menu of ['Post menu', 'Comment menu']) {
      await page.getByRole('button', { name: menu }).click()
      expect(await faults(page), `${menu} at ${size.width}`).toEqual([])
      await page.getByRole('menuitem', { name: /Edit/ }).click()
      expect(await faults(page), `dialog of ${menu} at ${size.width}`).toEqual([])
      await page.getByRole('button', { name: 'Cancel' }).click()
    }
  }
})
