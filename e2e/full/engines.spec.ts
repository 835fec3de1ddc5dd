// One journey in Firefox and WebKit. Everything else is tested in Chromium only.
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { guest } from '../../src/contract/guest.ts'
import type { WorkerCalls } from '../../src/pwa/worker-messages.ts'
import {
  button,
  click,
  type EnginePage,
  expectValue,
  field,
  see,
  type,
} from '../support/engine-page.ts'
import { findEngines } from '../support/engines.ts'
import { test } from '../support/pwa-fixtures.ts'
import { SCREENS } from '../support/screens.ts'
import { firstBuild, type StaticHost } from '../support/static-host.ts'

// In one worker process, because a busy machine could not run several at a time.
test.describe.configure({ mode: 'default' })

for (const { name, open, missing } of findEngines()) {
  test(`${name} runs the app, updates it, and needs no host then`, async ({ host, second }) => {
    if (!open) console.warn(`SKIPPED: ${name} is not installed (${missing})`)
    test.skip(!open, `${name} is not installed`)
    if (!open) return
    test.setTimeout(180_000)
    const page = await open()
    try {
      await journey(page, host, second)
    } finally {
      await page.close()
    }
  })
}

async function journey(page: EnginePage, host: StaticHost, second: string): Promise<void> {
  const at = (path: string) => new URL(path, host.url).href
  const composer = field('What are you driving')

  await test.step('the worker controls the page and answers', async () => {
    await page.goto(at('/'))
    await see(page, button('Log in'))
    await expectValue(page, 'Boolean(navigator.serviceWorker.controller)', true)
    await page.evaluate(
      `fetch('/api/mock/settings', { method: 'POST', body: '{"delay":0}' }).then(String)`,
    )
  })

  await test.step('log-in', async () => {
    await type(page, field('Username'), guest.username)
    await type(page, field('Password'), guest.password)
    await click(page, button('Log in'))
    await see(page, composer)
    await expectValue(page, `${POSTS}.length`, 5)
  })

  await test.step('a post with two pictures, and a like', async () => {
    await type(page, composer, 'Written in every engine')
    const picture = join(firstBuild, 'icons/icon-512.png')
    await page.chooseFile(`document.querySelector('form input[type=file]')`, picture)
    await see(page, `document.querySelector('img[alt="Preview"]')`)
    const other = join(firstBuild, 'icons/icon-192.png')
    await page.chooseFile(`document.querySelector('form input[type=file]')`, other)
    await see(page, `document.querySelector('img[alt="Preview 2"]')`)
    await click(page, button('Vroom'))
    await expectValue(page, `${POSTS}.length`, 6)
    const post = `${POSTS}[0]`
    await expectValue(page, `${post}.textContent.includes('Written in every engine')`, true)
    const loaded = `[...${post}.querySelectorAll('img[alt^="Photo "]')].filter(({ naturalWidth }) => naturalWidth > 0)`
    await expectValue(page, `${loaded}.length`, 2)
    await click(page, button(`Like ${guest.username}'s post`, post))
    await see(page, button(`Like ${guest.username}'s post: 1`, post))
  })

  await test.step('the request tester', async () => {
    await page.goto(at('/mock'))
    await see(page, field('Endpoint'))
    await click(page, button('Submit'))
    await expectValue(page, `document.body.innerText.includes('UNDEFINED_ROUTE')`, true)
  })

  await test.step('an update', async () => {
    await page.goto(at('/homePage'))
    await see(page, composer)
    await waitForPrecache(page)
    host.folder = second
    await page.evaluate(`void window.dispatchEvent(new Event('focus'))`)
    await click(page, button('Update'))
    await expect.poll(() => status(page), { timeout: 60_000 }).toMatchObject({ build: 'second' })
    await see(page, composer)
    await waitForPrecache(page)
  })

  await test.step('every screen with the host gone, with the data', async () => {
    await host.stop()
    for (const [path, title] of Object.entries(SCREENS)) {
      // On a busy machine WebKitGTK's driver sometimes loses a navigation.
      await expect(async () => {
        await page.goto(at(path))
        const shown = expect.poll(() => page.evaluate('document.title'), { timeout: 10_000 })
        await shown.toBe(`${title} · Gearheads`)
      }).toPass({ timeout: 60_000 })
      await expectValue(page, `document.querySelectorAll('h1').length > 0`, true)
    }
    await page.goto(at('/homePage'))
    await see(page, button(`Like ${guest.username}'s post: 1`, `${POSTS}[0]`))
    await expectValue(page, `${POSTS}[0].textContent.includes('Written in every engine')`, true)
  })
}

const POSTS = `[...document.querySelectorAll('[aria-label="Posts"] article')]`

/** The worker's reply to the page; undefined while the page is being left. */
async function status(page: EnginePage): Promise<WorkerCalls['STATUS'] | undefined> {
  const script = `new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data.answer)
    navigator.serviceWorker.controller.postMessage({ type: 'STATUS' }, [port2])
  })`
  return (await page.evaluate(script).catch(() => undefined)) as WorkerCalls['STATUS'] | undefined
}

async function waitForPrecache(page: EnginePage): Promise<void> {
  const missing = async () => {
    const answer = await status(page)
    return answer && answer.of - answer.kept
  }
  await expect.poll(missing, { timeout: 30_000, message: 'files not precached yet' }).toBe(0)
}
