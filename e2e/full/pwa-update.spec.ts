import { readdirSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { secondBuild } from '../../scripts/build-app.ts'
import type { Reply } from '../../src/contract/calls.ts'
import { hardReload } from '../support/devtools.ts'
import { expect, NETWORK, posts, signUp, writePost } from '../support/fixtures.ts'
import { fetchApi, setMock } from '../support/mock.ts'
import { press } from '../support/press.ts'
import { askWorker, comeBack, countLoads, test, waitForPrecache } from '../support/pwa-fixtures.ts'

// In one worker process, one after the other, because they share the second build, which takes a while.
test.describe.configure({ mode: 'default' })

let second = ''
test.beforeAll(async () => {
  // A build takes minutes on a busy machine.
  test.setTimeout(300_000)
  second = await secondBuild()
})
// Each test installs several builds.
test.beforeEach(() => test.slow())

function composer(page: Page) {
  return page.getByRole('textbox', { name: 'What are you driving' })
}

function offer(page: Page) {
  return page.getByText('A new version of Gearheads is ready.')
}

/** Writes, and waits until the notices are back over the bar: the composer keeps the focus. */
async function leaveComposer(page: Page): Promise<void> {
  await composer(page).pressSequentially('.')
  await page.clock.fastForward(6_000)
}

/** The build that the page names in its calls, and the build of the worker. */
async function builds(page: Page): Promise<{ page?: string; worker: string }> {
  const [request] = await Promise.all([
    page.waitForRequest(/\/api\/posts\/(dis)?like\//),
    posts(page).first().getByRole('button', { name: /^Like/ }).click(),
  ])
  expect((await request.response())?.ok()).toBe(true)
  return { page: request.headers()['app-build'], worker: (await askWorker(page, 'STATUS')).build }
}

test('offered and applied in all tabs (R16.5)', async ({ page, context, host, expectErrors }) => {
  await signUp(page)
  // What the old build has not cached by then would be missing after the deploy.
  await waitForPrecache(page)
  const tabs = [page, await context.newPage()]
  await tabs[1]?.goto('/homePage')
  const counts = tabs.map(countLoads)
  for (const tab of tabs) await composer(tab).fill('Half a sentence')

  host.folder = second
  await comeBack(page)
  for (const tab of tabs) {
    await expect(offer(tab)).toBeVisible()
    await expect(composer(tab)).toHaveValue('Half a sentence')
  }
  expect(counts).toEqual([{ loads: 0 }, { loads: 0 }])

  const reloads = tabs.map((tab) => tab.waitForEvent('load'))
  await composer(page).fill('Typed just before')
  await page.getByRole('button', { name: 'Update' }).click()
  await Promise.all(reloads)
  await expect(composer(page)).toHaveValue('Typed just before')
  if (tabs[1]) await expect(composer(tabs[1])).toHaveValue('Half a sentence')
  for (const [index, tab] of tabs.entries()) {
    // A new post to like: this tab has not received the like of the other one yet.
    await writePost(tab, `After the update of tab ${index}`)
    expect(await builds(tab)).toEqual({ page: 'second', worker: 'second' })
    await expect(offer(tab)).toHaveCount(0)
  }
  expect(counts).toEqual([{ loads: 1 }, { loads: 1 }])
  expectErrors(/\b409\b/)
})

test('an update waits for posts, not a hang (R16.5)', async ({ page, host, expectErrors }) => {
  await signUp(page)
  await waitForPrecache(page)
  const count = countLoads(page)
  host.folder = second
  await comeBack(page)
  await expect(offer(page)).toBeVisible()
  // A call that hangs does not delay it.
  await setMock(page, {
    delay: 3000,
    failures: [{ method: 'GET', path: '/api/users/:id', kind: 'hang' }],
  })
  const hanging = page.waitForRequest('**/api/users/1')
  await page.evaluate(() => void fetch('/api/users/1').catch(() => undefined))
  await hanging
  for (const text of ['One', 'Two', 'Three']) {
    await composer(page).fill(text)
    await composer(page).press('ControlOrMeta+Enter')
  }
  await composer(page).fill('Half a sentence')
  const reload = page.waitForEvent('load')
  const update = page.getByRole('button', { name: 'Update' })
  await update.click()
  await expect(update).toHaveAttribute('aria-busy', 'true')
  await reload
  await setMock(page, { delay: 0, failures: [] })
  await expect(composer(page)).toHaveValue('Half a sentence')
  const { data } = await fetchApi<Reply<'GET /api/posts'>>(page, 'GET /api/posts')
  expect(data.posts.slice(0, 4).map(({ content }) => content)).toEqual([
    'Three',
    'Two',
    'One',
    expect.any(String),
  ])
  expect((await askWorker(page, 'STATUS')).build).toBe('second')
  expect(count).toEqual({ loads: 1 })
  expectErrors(/\b409\b/, NETWORK)
})

test('found when idle, declined, offered again', async ({ page, host, expectErrors }) => {
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
  await press(page, page.getByRole('button', { name: 'Update' }), 'mouse')
  await expect(offer(page)).toHaveCount(0)
  await waitForPrecache(page)
  expect(await builds(page)).toEqual({ page: 'second', worker: 'second' })
  // A call in flight while the worker changes gets a 409, which the browser logs.
  expectErrors(/\b409\b/)
})

test('a page of another build writes nothing', async ({ page, host, expectErrors }) => {
  await signUp(page)
  const refused = await page.evaluate(async () => {
    const headers = { 'App-Build': 'another', authorization: localStorage['gearheads-token'] }
    const init = { method: 'POST', body: '{"content":"Lost"}', headers }
    const answer = await fetch('/api/posts', init)
    return { status: answer.status, build: answer.headers.get('App-Build') }
  })
  expectErrors(/\b409\b/)
  expect(refused).toEqual({ status: 409, build: (await askWorker(page, 'STATUS')).build })
  const found = await fetchApi<Reply<'GET /api/posts'>>(page, 'GET /api/posts?search=Lost')
  expect(found.data.posts).toEqual([])

  host.folder = second
  await hardReload(page)
  await expect(posts(page).first()).toBeVisible()
  const { page: ofPage, worker } = await builds(page)
  expect(ofPage).toBe(worker)
  expectErrors(/\b(404|409)\b/)
})

test('a missing chunk triggers the update', async ({ page, host, expectErrors }) => {
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

test('two builds behind a balancer (R16.22)', async ({ page, host, expectErrors }) => {
  await signUp(page)
  await waitForPrecache(page)
  const { build } = await askWorker(page, 'STATUS')
  const old = host.folder
  let pages = 0
  host.balance = (pathname) => {
    if (pathname === '/') pages += 1
    return pathname === '/' ? old : second
  }
  await comeBack(page)
  await expect.poll(() => pages).toBe(4)
  await expect.poll(() => page.evaluate(hasNoOther)).toBe(true)
  await expect(offer(page)).toHaveCount(0)
  expect(await builds(page)).toEqual({ page: build, worker: build })

  // Every second request for the page is answered by the other process.
  pages = 0
  host.balance = (pathname) => {
    if (pathname === '/') pages += 1
    return pathname === '/' && pages % 2 === 1 ? old : second
  }
  await comeBack(page)
  await expect(offer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(offer(page)).toHaveCount(0)
  await writePost(page, 'After the update')
  expect(await builds(page)).toEqual({ page: 'second', worker: 'second' })
  expectErrors(/\b409\b/)
})

test('two builds in turn (R16.22)', async ({ page, host, expectErrors }) => {
  const first = host.folder
  const hasWaiting = () =>
    page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))
  await signUp(page)
  await waitForPrecache(page)
  host.folder = second
  await comeBack(page)
  await expect(offer(page)).toBeVisible()
  const reload = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Update' }).click()
  await reload
  await expect(posts(page).first()).toBeVisible()
  await expect.poll(hasWaiting).toBe(false)

  for (const folder of [first, second, first]) {
    host.folder = folder
    const build = folder === second ? 'second' : firstName(first)
    // A check that begins while the build before is being installed finds nothing.
    await expect(async () => {
      await comeBack(page)
      await expect.poll(() => waitingBuild(page), { timeout: 10_000 }).toBe(build)
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
  expectErrors(/\b409\b/)
})

/** The build in this folder. */
function firstName(folder: string): string {
  const list = readdirSync(`${folder}/assets`).find((name) => /^offline-.*json$/.test(name))
  return list?.slice('offline-'.length, -'.json'.length) ?? ''
}

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

async function hasNoOther(): Promise<boolean> {
  const registration = await navigator.serviceWorker.ready
  return !registration.installing && !registration.waiting
}
