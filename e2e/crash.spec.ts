// The worker stopped, tabs closed and the browser killed in the middle of writes. What was answered is
// there. For longer: CRASH_ROUNDS=50.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright/test'
import { stopWorkers } from './devtools.ts'
import { expect, logInAsGuest, test } from './fixtures.ts'
import { expectAllThere, listen, nothingWritten, write } from './writes.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2)

// A trace of so many requests takes longer than they do.
test.use({ trace: 'off' })

test.beforeEach(() => test.setTimeout(60_000 + ROUNDS * 15_000))

test('a worker that is stopped again and again loses no answered write', async ({
  page,
  complaints,
}) => {
  const written = nothingWritten()
  await logInAsGuest(page)
  await listen(page, written)
  let writing = true
  const done = write(page, 'stopped', 40 * ROUNDS).finally(() => {
    writing = false
  })
  let stops = 0
  let starts = 0
  page.context().on('serviceworker', () => {
    starts += 1
  })
  while (writing && stops < 4 * ROUNDS) {
    const goal = written.answered.size + 1 + Math.floor(Math.random() * 10)
    await expect
      .poll(() => !writing || written.answered.size >= goal, { intervals: [5] })
      .toBe(true)
    await stopWorkers(page)
    stops += 1
  }
  await done
  await expectAllThere(page, written)
  expect(starts, 'workers that were started anew').toBeGreaterThan(0)
  report({ stops, starts, sent: written.sent.size, answered: written.answered.size })
  complaints.length = 0
})

test('a tab that is closed while it writes loses no answered write', async ({ page, context }) => {
  const written = nothingWritten()
  await logInAsGuest(page)
  for (let round = 0; round < ROUNDS; round += 1) {
    const tab = await context.newPage()
    await listen(tab, written)
    await tab.goto('/explore')
    const before = written.answered.size
    const done = write(tab, `closed-${round}`, 1000).catch(() => undefined)
    await expect.poll(() => written.answered.size - before, { intervals: [5] }).toBeGreaterThan(5)
    await tab.close()
    await done
  }
  await expectAllThere(page, written)
  report({ tabs: ROUNDS, sent: written.sent.size, answered: written.answered.size })
})

test('a browser that is killed while it writes has every answered write when it is opened again', async ({
  baseURL,
}) => {
  const profile = await mkdtemp(join(tmpdir(), 'gearheads-'))
  const open = () =>
    chromium.launchPersistentContext(profile, { ...test.info().project.use.launchOptions, baseURL })
  const written = nothingWritten()
  let context = await open()
  await logInAsGuest(await context.newPage())
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await context.newPage()
    await listen(page, written)
    await page.goto('/homePage')
    const before = written.answered.size
    const done = write(page, `killed-${round}`, 5000).catch(() => undefined)
    await expect.poll(() => written.answered.size - before, { intervals: [5] }).toBeGreaterThan(9)
    await kill(context)
    await done
    context = await open()
  }
  const page = await context.newPage()
  await page.goto('/homePage')
  await expectAllThere(page, written)
  report({ kills: ROUNDS, sent: written.sent.size, answered: written.answered.size })
  await context.close()
  await rm(profile, { recursive: true })
})

/** As a crash or an empty battery does it: no goodbye to anybody. */
async function kill(context: BrowserContext): Promise<void> {
  const devtools = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const pid = processInfo.find(({ type }) => type === 'browser')?.id
  if (!pid) throw new Error('The browser does not tell its process')
  const closed = context.waitForEvent('close')
  process.kill(pid, 'SIGKILL')
  await closed
}

function report(figures: Record<string, number>): void {
  process.stdout.write(`  ${test.info().title}: ${JSON.stringify(figures)}\n`)
}
