// Random requests to the worker. To repeat a run: FUZZ_SEED=<seed>. For a longer run:
// FUZZ_REQUESTS=100000.
import type { Page } from 'playwright/test'
import { Dice } from '../../mocks/store/random.ts'
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'
import {
  deepRequests,
  type FuzzRequest,
  fuzzRequest,
  largeRequest,
} from '../support/fuzz-requests.ts'
import { sendAll } from '../support/fuzz-send.ts'
import { fetchApi } from '../support/mock.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 600)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const BATCH = 100

// Tracing so many requests takes longer than they do.
test.use({ trace: 'off' })

test.beforeEach(() => {
  test.setTimeout(60_000 + REQUESTS * 100)
  process.stdout.write(`  FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}\n`)
})

async function tokenOf(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('gearheads-token') ?? '')
}

/** All stored data, and the settings of the mock. */
async function everything(page: Page): Promise<unknown> {
  const { data } = await fetchApi(page, 'GET /api/mock/snapshot')
  const { data: state } = await fetchApi(page, 'GET /api/mock')
  return { data, state }
}

/** Sends the configured number of requests, and fails with the replies that have a defect. */
async function fuzz(page: Page, make: (dice: Dice) => FuzzRequest | undefined): Promise<void> {
  const dice = new Dice(SEED)
  const statuses = new Map<number, number>()
  for (let sent = 0; sent < REQUESTS; sent += BATCH) {
    const requests = Array.from({ length: BATCH }, () => make(dice)).filter(
      (one) => one !== undefined,
    )
    const outcomes = await sendAll(page, requests)
    const defects = outcomes
      .map((outcome, index) => ({
        ...outcome,
        request: JSON.stringify(requests[index]).slice(0, 600),
      }))
      .filter(({ defect }) => defect)
    expect(defects, `FUZZ_SEED=${SEED}, after ${sent} requests`).toEqual([])
    for (const { status } of outcomes) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  process.stdout.write(`  answered: ${[...statuses].map((one) => one.join(' x ')).join(', ')}\n`)
}

test('without a token, every request is rejected properly and changes nothing', async ({
  page,
  expectErrors,
}) => {
  await logInAsGuest(page)
  const token = await tokenOf(page)
  const forged = [
    `${token.slice(0, -4)}AAAA`,
    'Bearer',
    'null',
    `${token.split('.')[0]}..`,
    token.slice(9),
  ]
  const before = await everything(page)
  // Calls that write without a token: an object could be a valid body.
  const open = /^\/api\/(auth\/signup|mock\/)/
  await fuzz(page, (dice) => {
    const request = fuzzRequest(dice, forged)
    return open.test(request.path) && isObject(request) ? undefined : request
  })
  expect(await sendAll(page, [largeRequest('x')])).toMatchObject([{ status: 400 }])
  expect(await everything(page)).toEqual(before)
  expectErrors(/\b(400|401|404)\b/)
})

test('with a token, every request gets a proper reply, and the data stay consistent', async ({
  page,
  expectErrors,
}) => {
  await logInAsGuest(page)
  const token = await tokenOf(page)
  const controls = /^\/api\/mock\/(reset|snapshot)/
  await fuzz(page, (dice) => {
    const request = fuzzRequest(dice, [token, `Bearer ${token}`])
    return controls.test(request.path) ? undefined : request
  })
  const deep = await sendAll(page, deepRequests(token))
  expect(deep.filter(({ defect }) => defect)).toEqual([])
  // Restoring checks that all rows and lists are consistent.
  await fetchApi(page, 'POST /api/mock/settings', { delay: 0, failures: [], overrides: [] })
  const { data } = await fetchApi(page, 'GET /api/mock/snapshot')
  const put = await fetchApi(page, 'POST /api/mock/snapshot', data)
  expect(put).toMatchObject({ status: 200 })
  expect((await fetchApi(page, 'GET /api/mock/snapshot')).data).toEqual(data)
  await page.reload()
  await expect(posts(page).first()).toBeVisible()
  await expect(page.getByText("This can't be shown.")).toHaveCount(0)
  expectErrors(/\b(400|401|404)\b/)
})

/** Whether the body could be valid by chance: a JSON object. */
function isObject({ body }: FuzzRequest): boolean {
  return body !== undefined && 'text' in body && body.text.trimStart().startsWith('{')
}
