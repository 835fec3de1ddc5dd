// A pending form does not send again, even for two submit events in one task, before React renders. A composer sends each text on its own.
import type { Locator, Page } from 'playwright/test'
import { composer, fillSignUp, openEdit, openPost } from '../support/actions.ts'
import {
  comments,
  expect,
  newPerson,
  posts,
  signUp,
  signUpByApi,
  test,
  visit,
  writeComment,
  writePost,
} from '../support/fixtures.ts'

/** Collects the writes that a page sends from now on. */
function watchWrites(page: Page): string[] {
  const writes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isWrite = request.method() !== 'GET' && pathname !== '/api/auth/verify'
    if (isWrite) writes.push(request.method() === 'DELETE' ? 'DELETE' : pathname)
  })
  return writes
}

const submitTwice = (form: Locator) =>
  form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit()
    element.requestSubmit()
  })
const clickTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })

test('sign-up, log-in and guest log-in send one request (R3.9)', async ({ page, expectErrors }) => {
  // A log-out may end the session while notifications are read.
  expectErrors(/\b404\b/)
  await visit(page)
  const writes = watchWrites(page)
  const person = newPerson()
  await page.getByRole('link', { name: 'Create new account' }).click()
  const signUp = page.getByRole('form', { name: 'Sign-Up' })
  await fillSignUp(page, person)
  await submitTwice(signUp)
  await expect(page).toHaveURL('/homePage')
  await page.getByRole('button', { name: 'Logout' }).click()

  const logIn = page.getByRole('form', { name: 'Log-in Form' })
  await logIn.getByLabel('Username').fill(person.username)
  await logIn.getByLabel('Password', { exact: true }).fill(person.password)
  await submitTwice(logIn)
  await expect(page).toHaveURL('/homePage')
  await page.getByRole('button', { name: 'Logout' }).click()

  // Until React has rendered the form, it is inert HTML.
  await logIn.getByLabel('Username').click()
  await clickTwice(page.getByRole('button', { name: 'Log in as guest' }))
  await expect(page).toHaveURL('/homePage')
  await expect(posts(page).first()).toBeVisible()
  const names = ['signup', 'logout', 'login', 'logout', 'login'].map((name) => `/api/auth/${name}`)
  expect(writes).toEqual(names)
})

test('composers, dialogs, settings and the tester send one request', async ({ page }) => {
  await signUpByApi(page)
  await page.goto('/homePage')
  await expect(posts(page)).toHaveCount(5)
  const writes = watchWrites(page)
  const one = async (path: string | RegExp) => {
    await expect.poll(() => writes.length).toBeGreaterThan(0)
    // After a later reply, a second request would have been sent.
    await page.evaluate(() => fetch('/api/users'))
    expect(writes.splice(0)).toEqual([expect.stringMatching(path)])
  }

  await composer(page).fill('Only once')
  await submitTwice(page.getByRole('form', { name: 'What are you driving' }))
  await expect(posts(page)).toHaveCount(6)
  await one('/api/posts/')

  await openEdit(page)
  await page.getByRole('dialog').getByRole('textbox').fill('Once more')
  await submitTwice(page.getByRole('dialog').locator('form'))
  await one(/^\/api\/posts\/edit\//)

  await openPost(page)
  await page.getByRole('textbox', { name: 'Add a comment' }).fill('Once')
  await submitTwice(page.getByRole('form', { name: 'Add a comment' }))
  await expect(page.getByRole('button', { name: 'Comment menu' })).toHaveCount(1)
  await one(/^\/api\/comments\/add\//)

  await page.getByRole('button', { name: 'Post menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Post' }).click()
  await clickTwice(page.getByRole('dialog').getByRole('button', { name: 'Delete' }))
  await one('DELETE')

  await page.getByRole('link', { name: 'Settings' }).first().click()
  await page.getByLabel('Bio').fill('Saved once')
  await submitTwice(page.getByRole('form', { name: 'Edit-Profile' }))
  await one('/api/users/edit')

  await page.goto('/mock')
  await page.getByLabel('Method', { exact: true }).selectOption('POST')
  await page.getByLabel('Endpoint').fill('/api/mock/settings')
  await submitTwice(page.getByRole('form', { name: 'Request', exact: true }))
  await expect(page.getByRole('region', { name: 'Response' })).toContainText('200')
  await one('/api/mock/settings')
})

test('the second click of a double click on Vroom posts nothing, and hits Vroom though a long text disappears; Enter posts an empty text at once (R4.19, R4.22, R4.26)', async ({
  page,
}) => {
  await signUp(page)
  const writes = watchWrites(page)
  await composer(page).fill('Only once')
  await page.getByRole('button', { name: 'Vroom' }).evaluate(async (button: HTMLButtonElement) => {
    const click = (detail: number) =>
      button.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true }))
    click(1)
    await new Promise(requestAnimationFrame)
    click(2)
  })
  await expect(posts(page).first()).toContainText('Only once')
  await writePost(page, 'The next')
  expect(writes).toEqual(['/api/posts/', '/api/posts/'])

  await page.getByRole('button', { name: 'Vroom' }).press('Enter')
  await expect(posts(page)).toHaveCount(8)
  await expect(posts(page).first()).toContainText('Empty post')

  const area = composer(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/homePage')
    await area.focus()
    const empty = await area.boundingBox()
    writes.length = 0
    await area.fill(`Line at ${width}\n`.repeat(15))
    const button = page.getByTestId('send-button')
    await button.evaluate((element) => {
      element.addEventListener('click', () => {
        element.dataset.clicks = `${Number(element.dataset.clicks ?? 0) + 1}`
      })
    })
    await button.dblclick({ delay: 60 })
    await expect(button).toHaveAttribute('data-clicks', '2')
    await expect(posts(page).first()).toContainText(`Line at ${width}`)
    await expect.poll(async () => (await area.boundingBox())?.height).toBe(empty?.height)
    expect(writes).toEqual(['/api/posts/'])
  }
})

test('a double click on Like, Bookmark, Follow or Upvote is one press; each press of Enter counts (R5.5, R5.8)', async ({
  page,
}) => {
  await signUp(page)
  const post = posts(page).first()
  for (const name of [/^Like/, /^Bookmark/]) {
    await post.getByRole('button', { name }).dblclick()
    await expect(post.getByRole('button', { name, pressed: true })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Explore' }).first().click()
  const writes = watchWrites(page)
  await page.getByRole('button', { name: 'Follow theo' }).first().dblclick()
  const following = page.getByRole('button', { name: 'Un-Follow theo' }).first()
  await expect(following).toBeVisible()
  await following.press('Enter')
  await expect
    .poll(() => writes)
    .toEqual([expect.stringContaining('/follow/'), expect.stringContaining('/unfollow/')])

  await page.goto('/homePage')
  await openPost(page)
  await writeComment(page, 'Tap me')
  writes.length = 0
  const vote = (name: RegExp) => comments(page).first().getByRole('button', { name, pressed: true })
  const up = comments(page)
    .first()
    .getByRole('button', { name: /^Upvote/ })
  await up.dblclick()
  await expect(vote(/^Upvote .*: 1$/)).toBeVisible()
  // Writes to one post are sent one after the other: this one comes after a second vote.
  await writeComment(page, 'Another')
  expect(writes).toEqual([
    expect.stringContaining('/upvote/'),
    expect.stringContaining('/comments/add/'),
  ])
  await up.press('Enter')
  await up.press('Enter')
  await expect(vote(/^Downvote/)).toBeVisible()
})

test.describe('with the delay of a real server', () => {
  test.use({ slow: true })

  test('a key that is held submits once (R4.19)', async ({ page }) => {
    await signUp(page)
    const writes = watchWrites(page)
    await composer(page).fill('Held')
    await page.keyboard.down('Control')
    for (let n = 0; n < 5; n += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await page.keyboard.up('Control')
    await page.getByRole('button', { name: 'Vroom' }).focus()
    await page.keyboard.down('Enter')
    for (let n = 0; n < 5; n += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(posts(page)).toHaveCount(7)
    expect(writes).toHaveLength(2)
  })
})
