// The worker is stopped and the browser killed during writes. No confirmed write may be lost.
// For a longer run: CRASH_ROUNDS=50.
import { kill } from '../support/devtools.ts'
import { expect, logInAsGuest, NETWORK, test } from '../support/fixtures.ts'
import { setMock } from '../support/mock.ts'
import { expectAllThere, listen, newWriteLog, write } from '../support/writes.ts'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 2)

// Tracing so many requests takes longer than they do.
test.use({ trace: 'off' })

test.beforeEach(() => test.setTimeout(60_000 + ROUNDS * 15_000))

test('a stopped worker loses no confirmed write (R12.22)', async ({ page, expectErrors }) => {
  const written = newWriteLog()
  await logInAsGuest(page)
  // So that the worker has pending requests when it is stopped.
  await setMock(page, { delay: 30 })
  await listen(page, written)
  let writing = true
  const done = write(page, 'stopped', 40 * ROUNDS).finally(() => {
    writing = false
  })
  let stops = 0
  // DevTools reports when a worker is gone, not when the stop was requested.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) stops += 1
  })
  while (writing) {
    const goal = written.answered.size + 1 + Math.floor(Math.random() * 10)
    const isThere = () => !writing || written.answered.size >= goal
    await expect.poll(isThere, { intervals: [5] }).toBe(true)
    await devtools.send('ServiceWorker.stopAllWorkers')
  }
  await done
  await expectAllThere(page, written)
  expect(stops).toBeGreaterThan(0)
  expectErrors(NETWORK)
})

test('a killed browser loses no confirmed write', async ({ openProfile }) => {
  const written = newWriteLog()
  let context = await openProfile()
  const first = await context.newPage()
  await logInAsGuest(first)
  // Chromium writes local storage late: after a kill right after log-in, the user has to log in again.
  const authorization = await first.evaluate(() => localStorage.getItem('gearheads-token') ?? '')
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await context.newPage()
    await listen(page, written)
    await page.goto('/mock')
    const before = written.answered.size
    const done = write(page, `killed-${round}`, 5000, authorization).catch(() => undefined)
    await expect.poll(() => written.answered.size - before, { intervals: [5] }).toBeGreaterThan(9)
    await kill(context)
    await done
    context = await openProfile()
  }
  const page = await context.newPage()
  await page.goto('/mock')
  await expectAllThere(page, written)
})
