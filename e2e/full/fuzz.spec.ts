// Random requests to the worker. To repeat a run: FUZZ_SEED=<seed>. For a longer run:
// FUZZ_REQUESTS=100000.
import { Dice } from '../../mocks/store/random.ts'
import { expect, logInAsGuest, posts, test } from '../support/fixtures.ts'
import { deepRequests, fuzzRequest, largeRequest } from '../support/fuzz-requests.ts'
import { sendAll } from '../support/fuzz-send.ts'
import { fetchApi } from '../support/mock.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 900)
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const BATCH = 100

// Tracing so many requests takes longer than they do.
test.use({ trace: 'off' })

// That no call accepts a forged token: mocks/conformance/refusals.test.ts.
test('any request gets a reply; the data stay right', async ({ page, expectErrors }) => {
  test.setTimeout(60_000 + REQUESTS * 100)
  process.stdout.write(`  FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}\n`)
  await logInAsGuest(page)
  const token = await page.evaluate(() => localStorage.getItem('gearheads-token') ?? '')
  const valid = [token, `Bearer ${token}`]
  const forged = [`${token.slice(0, -4)}AAAA`, 'Bearer', 'null', `${token.split('.')[0]}..`]
  const controls = /^\/api\/mock\/(reset|snapshot)/
  const dice = new Dice(SEED)
  for (let sent = 0; sent < REQUESTS; sent += BATCH) {
    const requests = Array.from({ length: BATCH }, () =>
      fuzzRequest(dice, dice.below(3) ? valid : forged),
    ).filter(({ path }) => !controls.test(path))
    const outcomes = await sendAll(page, requests)
    const defects = outcomes
      .map((outcome, at) => ({ ...outcome, request: JSON.stringify(requests[at]).slice(0, 600) }))
      .filter(({ defect }) => defect)
    expect(defects, `FUZZ_SEED=${SEED}, after ${sent} requests`).toEqual([])
  }
  const deep = await sendAll(page, deepRequests(token))
  expect(deep.filter(({ defect }) => defect)).toEqual([])
  expect(await sendAll(page, [largeRequest('x')])).toMatchObject([{ status: 400 }])
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
