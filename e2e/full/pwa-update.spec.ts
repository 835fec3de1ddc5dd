import { readdirSync } from 'node:fs'
import type { Page } from 'playwright/test'
import type { Reply } from '../../src/contract/calls.ts'
import { composer, firstLike } from '../support/actions.ts'
import { hardReload } from '../support/devtools.ts'
import { expect, NETWORK, posts, signUp, writePost } from '../support/fixtures.ts'
import { fetchApi, setMock } from '../support/mock.ts'
import { press } from '../support/press.ts'
import { askWorker, comeBack, countLoads, test, waitForPrecache } from '../support/pwa-fixtures.ts'

// In one worker process, one after the other, because they share the second build, which takes a while.
test.describe.configure({ mode: 'default' })
// Each test installs several builds.
test.beforeEach(({ expectErrors }) => {
  test.slow()
  // A call in flight while the worker changes gets a 409, which the browser logs.
  expectErrors(/\b409\b/)
})

const offer = (page: Page) => page.getByText('A new version of Gearheads is ready.')
const update = (page: Page) => page.getByRole('button', { name: 'Update' })

/** Writes, and waits until the notices are back over the bar: the composer keeps the focus. */
async function leaveComposer(page: Page): Promise<void> {
  await composer(page).pressSequentially('.')
  await page.clock.fastForward(6_000)
}

/** The build that the page names in its calls, and the build of the worker. */
async function builds(page: Page): Promise<{ page?: string; worker: string }> {
  const [request] = await Promise.all([
    page.waitForRequest(/\/api\/posts\/(dis)?like\//),
    firstLike(page).click(),
  ])
  expect((await request.response())?.ok()).toBe(true)
  return { page: request.headers()['app-build'], worker: (await askWorker(page, 'STATUS')).build }
}

test('offered and applied in all tabs, after posts, not a hang (R16.5)', async ({
  page,
  context,
  host,
  second,
  expectErrors,
}) => {
  await signUp(page)
  // What the old build has not cached by then would be missing after the deploy.
  await waitForPrecache(page)
  const tab = await context.newPage()
  await tab.goto('/homePage')
  const counts = [page, tab].map(countLoads)
  for (const one of [page, tab]) await composer(one).fill('Half a sentence')

  host.folder = second
  await comeBack(page)
  for (const one of [page, tab]) {
    await expect(offer(one)).toBeVisible()
    await expect(composer(one)).toHaveValue('Half a sentence')
  }
  expect(counts).toEqual([{ loads: 0 }, { loads: 0 }])

  // A call that hangs does not delay it.
  const hang = { method: 'GET', path: '/api/users/:id', kind: 'hang' } as const
  await setMock(page, { delay: 3000, failures: [hang] })
  const hanging = page.waitForRequest('**/api/users/1')
  await page.evaluate(() => void fetch('/api/users/1').catch(() => undefined))
  await hanging
  for (const text of ['One', 'Two', 'Three']) {
    await composer(page).fill(text)
    await composer(page).press('ControlOrMeta+Enter')
  }
  await composer(page).fill('Typed just before')
  const reloads = [page, tab].map((one) => one.waitForEvent('load'))
  await update(page).click()
  await expect(update(page)).toHaveAttribute('aria-busy', 'true')
  await Promise.all(reloads)
  await setMock(page, { delay: 0, failures: [] })
  await expect(composer(page)).toHaveValue('Typed just before')
  await expect(composer(tab)).toHaveValue('Half a sentence')
  const { data } = await fetchApi<Reply<'GET /api/posts'>>(page, 'GET /api/posts?limit=4')
  const texts = data.posts.map(({ content }) => content)
  expect(texts).toEqual(['Three', 'Two', 'One', expect.any(String)])
  for (const one of [page, tab]) {
    // A new post to like: this tab has not received the like of the other one yet.
    await writePost(one, 'After the update')
    expect(await builds(one)).toEqual({ page: 'second', worker: 'second' })
    await expect(offer(one)).toHaveCount(0)
  }
  expect(counts).toEqual([{ loads: 1 }, { loads: 1 }])
  expectErrors(NETWORK)
})

test('found when idle, declined, offered again', async ({ page, host, second }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.clock.install()
  await page.addInitScript(() => {
    const { update } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.update = function () {
      document.documentElement.dataset.checked = 'yes'
      return update.call(this)
    }
  })
  await signUp(page)
  await waitForPrecache(page)
  const { build } = await askWorker(page, 'STATUS')
  // A page that is idle looks every hour.
  host.folder = second
  await page.evaluate(() => delete document.documentElement.dataset.checked)
  await page.clock.fastForward('59:00')
  await expect(page.locator('html')).not.toHaveAttribute('data-checked')
  await page.clock.fastForward('01:00')
  await expect(offer(page)).toBeVisible()
  await leaveComposer(page)
  await press(page, page.getByRole('button', { name: 'Later' }), 'touch')
  await expect(offer(page)).toHaveCount(0)

  await host.stop()
  await page.reload()
  await expect(offer(page)).toBeVisible()
  expect(await builds(page)).toEqual({ page: build, worker: build })
  // The update was cached completely before it was offered, so it no longer needs the host.
  await leaveComposer(page)
  await press(page, update(page), 'mouse')
  await expect(offer(page)).toHaveCount(0)
  await waitForPrecache(page)
  expect(await builds(page)).toEqual({ page: 'second', worker: 'second' })
})

test('a page of another build writes nothing', async ({ page, host, second, expectErrors }) => {
  await signUp(page)
  const refused = await page.evaluate(async () => {
    const headers = { 'App-Build': 'another', authorization: localStorage['gearheads-token'] }
    const init = { method: 'POST', body: '{"content":"Lost"}', headers }
    const answer = await fetch('/api/posts', init)
    return { status: answer.status, build: answer.headers.get('App-Build') }
  })
  expect(refused).toEqual({ status: 409, build: (await askWorker(page, 'STATUS')).build })
  const found = await fetchApi<Reply<'GET /api/posts'>>(page, 'GET /api/posts?search=Lost')
  expect(found.data.posts).toEqual([])

  host.folder = second
  await hardReload(page)
  await expect(posts(page).first()).toBeVisible()
  const { page: ofPage, worker } = await builds(page)
  expect(ofPage).toBe(worker)
  expectErrors(/\b404\b/)
})

test('a missing chunk triggers the update', async ({ page, host, second, expectErrors }) => {
  // The deploy comes before the first visit has cached everything.
  const picker = readdirSync(`${host.folder}/assets`).find((name) => /^emoji.*js$/.test(name))
  host.failing.add(`/assets/${picker}`)
  await signUp(page)
  await composer(page).fill('Half a sentence')
  host.folder = second
  const count = countLoads(page)

  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Add an emoji' }).click()
  await reloaded
  await expect(composer(page)).toHaveValue('Half a sentence')
  expect(await builds(page)).toEqual({ page: 'second', worker: 'second' })
  await page.getByRole('button', { name: 'Add an emoji' }).click()
  const emoji = page.getByRole('dialog', { name: 'Emoji' }).locator('.category button')
  await expect(emoji.first()).toBeVisible()
  expect(count).toEqual({ loads: 1 })
  // What cannot be proven is a failure of the network.
  expectErrors(/\b503\b|net::ERR_FAILED/, /Cannot read properties of undefined/)
})

test('two builds behind a balancer, and in turn (R16.22)', async ({ page, host, second }) => {
  await signUp(page)
  await waitForPrecache(page)
  const { build } = await askWorker(page, 'STATUS')
  const first = host.folder
  const hasNoOther = () =>
    page.evaluate(async () => {
      const { installing, waiting } = await navigator.serviceWorker.ready
      return !installing && !waiting
    })
  let pages = 0
  host.balance = (pathname) => {
    if (pathname === '/') pages += 1
    return pathname === '/' ? first : second
  }
  await comeBack(page)
  await expect.poll(() => pages).toBe(4)
  await expect.poll(hasNoOther).toBe(true)
  await expect(offer(page)).toHaveCount(0)
  expect(await builds(page)).toEqual({ page: build, worker: build })

  // Every second request for the page is answered by the other process.
  pages = 0
  host.balance = (pathname) => {
    if (pathname === '/') pages += 1
    return pathname === '/' && pages % 2 === 1 ? first : second
  }
  await comeBack(page)
  await expect(offer(page)).toBeVisible()
  await update(page).click()
  await expect(offer(page)).toHaveCount(0)
  await writePost(page, 'After the update')
  expect(await builds(page)).toEqual({ page: 'second', worker: 'second' })
  await expect.poll(hasNoOther).toBe(true)

  // No build that was left less than an hour before is offered.
  for (const folder of [first, second, first]) {
    host.balance = () => folder
    // A check that begins while the build before is being installed finds nothing.
    await expect(async () => {
      await comeBack(page)
      const found = expect.poll(() => waitingBuild(page), { timeout: 10_000 })
      await found.toBe(folder === second ? 'second' : build)
    }).toPass({ timeout: 60_000 })
    await expect(offer(page)).toHaveCount(0)
  }
  // The club went back to the first build, an hour ago.
  await page.evaluate(() => {
    const [build, at] = JSON.parse(localStorage['gearheads-left-build'])
    localStorage['gearheads-left-build'] = JSON.stringify([build, at - 3_600_000])
  })
  await page.reload()
  await expect(offer(page)).toBeVisible()
})

function waitingBuild(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { waiting } = await navigator.serviceWorker.ready
    if (!waiting) return ''
    const { port1, port2 } = new MessageChannel()
    waiting.postMessage({ type: 'STATUS' }, [port2])
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data.answer.build)
    })
  })
}
