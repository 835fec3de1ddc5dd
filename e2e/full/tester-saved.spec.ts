// Saved requests: a chain made by hand, run, checked and exported (R14.21 to R14.26).
import type { Page } from 'playwright/test'
import { expect, logInAsGuest, test, toast } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import {
  body,
  endpoint,
  method,
  openTester,
  openTool,
  response,
  result,
  submit,
} from '../support/tester-page.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page) => page.getByRole('list', { name: 'Saved requests' }).locator('> li')
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('button', { name: `Run ${name}`, exact: true }) })
const run = (page: Page) => page.getByRole('status', { name: 'Run' })

/** Saves the request of the form under a name. */
async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('region', { name: 'Request' }).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, `Saved as ${name}`)).toBeVisible()
}

type Step = { name: string; to: string; body?: string; method?: string; status?: string }

/** Makes a step of a chain as a tester does: fills in the form, sends it, and saves it. */
async function addStep(page: Page, step: Step): Promise<void> {
  await method(page).selectOption(step.method ?? 'POST')
  await endpoint(page).fill(step.to)
  await body(page).fill(step.body ?? '{}')
  await submit(page)
  await expect(result(page)).toContainText(step.status ?? '201 Created')
  await save(page, step.name)
}

/** Copies the reference to a value of the response, by the button of its line in the tree. */
async function use(page: Page, path: string): Promise<void> {
  const key = path.split(/[.[\]]+/).filter(Boolean)
  const line = response(page).getByRole('treeitem', { name: new RegExp(`^${key.at(-1)}: `) })
  await line.first().hover()
  await page.getByRole('button', { name: `Use in a request: ${path}` }).click()
}

/** A chain of eight steps, in which a later one uses values of earlier replies. */
async function makeChain(page: Page): Promise<void> {
  await addStep(page, {
    name: 'Log in',
    to: '/api/auth/login',
    body: '{"username": "mira", "password": "Boxer#1976"}',
    status: '200 OK',
  })
  await use(page, 'data.encodedToken')
  const copied = 'Copied {{log-in.encodedToken}}. Paste it into endpoint, headers or body.'
  await expect(toast(page, copied)).toBeVisible()
  await page.getByLabel('Header 2 name').fill('authorization')
  await page.getByLabel('Header 2 value').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(page.getByLabel('Header 2 value')).toHaveValue('{{log-in.encodedToken}}')
  await page.getByLabel('Header 2 enabled').check()

  const post = '{{post.posts[0]._id}}'
  const comment = '{{comment.comments[0]._id}}'
  await addStep(page, { name: 'Post', to: '/api/posts', body: '{"content": "By hand"}' })
  await addStep(page, {
    name: 'Comment',
    to: `/api/comments/add/${post}`,
    body: '{"content": "On {{post.posts[0].content}}"}',
  })
  await addStep(page, { name: 'Like', to: `/api/posts/like/${post}` })
  await addStep(page, { name: 'Vote', to: `/api/comments/upvote/${post}/${comment}` })
  const bookmark = `/api/users/bookmark/${post}`
  await addStep(page, { name: 'Bookmark', to: bookmark, status: '200 OK' })
  await addStep(page, {
    name: 'Edit',
    to: `/api/posts/edit/${post}`,
    body: '{"content": "Edited"}',
  })
  await addStep(page, { name: 'Delete', to: `/api/posts/${post}`, method: 'DELETE' })
}

test('a chain of eight steps is made by hand and runs again, also after a reload', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTester(page)
  await setMock(page, { delay: 0 })
  await makeChain(page)
  await openTool(page, 'Saved')
  await expect(rows(page)).toHaveCount(8)
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(run(page)).toHaveText('8 of 8 requests passed')

  await page.reload()
  await openTool(page, 'Saved')
  // The replies are gone, and with them the values.
  await page.getByRole('button', { name: 'Run Comment' }).click()
  await expect(row(page, 'Comment')).toContainText(
    '{{post.posts[0]._id}}: “Post” has no reply yet.',
  )
  await expect(result(page)).toContainText('Run it first.')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(run(page)).toHaveText('8 of 8 requests passed')
  await expect(row(page, 'Vote')).toContainText('201 Created')
})

test('a run stops at the first failure, or goes on', async ({ page, expectErrors }) => {
  await openTester(page)
  await setMock(page, { delay: 0 })
  for (const [to, name] of [
    ['/api/users/none', 'Nobody'],
    ['/api/users/1', 'Mira'],
  ] as const) {
    await endpoint(page).fill(to)
    await save(page, name)
  }
  expectErrors(/\b404\b/)
  await openTool(page, 'Saved')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(run(page)).toHaveText('0 of 2 requests passed, 1 failed')
  await expect(row(page, 'Mira')).not.toContainText('200 OK')
  await page.getByLabel('Stop at the first failure').uncheck()
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(run(page)).toHaveText('1 of 2 requests passed, 1 failed')
  await expect(row(page, 'Nobody')).toContainText('404 Not Found')
})

test('a request whose reference has no value is not sent, and the form says why', async ({
  page,
}) => {
  await openTester(page)
  await endpoint(page).fill('/api/posts/{{post.posts[0]._id}}')
  await submit(page)
  await expect(result(page)).toContainText(
    '{{post.posts[0]._id}}: no saved request has the name post.',
  )
  await openTool(page, 'History')
  await expect(page.getByText('No requests sent yet.')).toBeVisible()
})

test('saved requests are renamed with their references, moved, duplicated, opened and deleted', async ({
  page,
}) => {
  await openTester(page)
  await endpoint(page).fill('/api/posts')
  await save(page, 'Posts')
  await endpoint(page).fill('/api/posts/{{posts.posts[0]._id}}')
  await save(page, 'One')
  await openTool(page, 'Saved')
  const choose = async (name: string, item: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Posts', 'Rename')
  await dialog(page).getByLabel('Name').fill('one')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await expect(dialog(page)).toContainText('“One” has this name in references already')
  await dialog(page).getByLabel('Name').fill('All posts')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await expect(row(page, 'One')).toContainText('/api/posts/{{all-posts.posts[0]._id}}')

  const names = () => rows(page).getByRole('button', { name: /^Run / })
  const order = async () =>
    (await names().all()).length &&
    (await names().evaluateAll((all) => all.map((one) => one.getAttribute('title'))))
  await choose('One', 'Move earlier')
  await expect.poll(order).toEqual(['Run One', 'Run All posts'])
  // By keyboard, the focus stays on the request that moves.
  const first = row(page, 'One').getByRole('button').first()
  await first.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(order).toEqual(['Run All posts', 'Run One'])
  await expect(first).toBeFocused()

  await choose('One', 'Duplicate')
  await expect.poll(order).toEqual(['Run All posts', 'Run One', 'Run One copy'])
  await choose('One copy', 'Delete')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(rows(page)).toHaveCount(2)
  await row(page, 'All posts').getByRole('button').first().click()
  await expect(endpoint(page)).toHaveValue('/api/posts')
})

test('a log-out deletes the saved requests', async ({ page }) => {
  await logInAsGuest(page)
  await openTester(page)
  await save(page, 'Todos')
  await openTool(page, 'Saved')
  await expect(rows(page)).toHaveCount(1)
  const stored = () =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          const opening = indexedDB.open('gearheads-tester-saved')
          opening.onsuccess = () => {
            const all = opening.result.transaction('requests').objectStore('requests').getAll()
            all.onsuccess = () => resolve(all.result.flat().length)
          }
        }),
    )
  expect(await stored()).toBe(1)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  expect(await stored()).toBe(0)
})
