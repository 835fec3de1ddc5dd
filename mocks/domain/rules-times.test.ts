import { expect, test } from 'vitest'
import { openDatabase } from '../data/database.ts'
import { Dice } from '../data/seed/random.ts'
import { createServer } from '../msw-handlers.ts'
import { testApi } from '../testing/api.ts'
import { setApi } from '../testing/set-api.ts'
import { stores } from '../testing/stores.ts'

test.each(stores)(
  'of 20 requests at once to two servers over $medium, as many fail as were asked for',
  async (given) => {
    const store = given.open()
    const failures = [
      { id: 'a', method: 'GET', path: '/api/posts/:postId', status: 500, times: 3 },
      { id: 'b', method: 'GET', path: '*', status: 501, times: 4 },
    ]
    await setApi({ failures }, {}, store)
    const database = () => openDatabase(store, 'shared by both')
    const servers = [1, 2].map(() => createServer({ database: database(), delayMs: 0 }))
    const ask = () => new Request('http://gearheads.test/api/posts/1')
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => servers[n % 2]?.(ask())))
    const counts = Object.groupBy(answers, (answer) => String(answer?.status))
    expect(Object.entries(counts).map(([status, all]) => [status, all?.length])).toEqual([
      ['200', 13],
      ['500', 3],
      ['501', 4],
    ])
    expect((await testApi(store).call('GET /api/mock')).data.settings.failures).toEqual([])
  },
)

test('what is left of a count is there for the next worker', async () => {
  const rule = { id: 'a', method: 'GET', path: '/api/posts', status: 500, times: 3 }
  const { statuses, store } = await setApi({ failures: [rule] })
  await statuses('/api/posts')
  const next = testApi(store)
  const { failures } = (await next.call('GET /api/mock')).data.settings
  expect(failures).toEqual([{ ...rule, times: 2 }])
})

test('an override that is served once gives way to the answer', async () => {
  const { statuses } = await setApi({
    overrides: [{ method: 'GET', path: '/api/posts', status: 203, body: {}, times: 1 }],
  })
  expect(await statuses('/api/posts')).toEqual([203])
  expect(await statuses('/api/posts')).toEqual([200])
})

test('a failure with a rate strikes as often, by chance', async () => {
  const dice = new Dice(66)
  const rule = { method: 'GET', path: '/api/posts/:postId', status: 500, rate: 0.3 }
  const { statuses } = await setApi({ failures: [rule] }, { random: () => dice.roll() })
  const all = await statuses(...Array.from({ length: 200 }, () => '/api/posts/1'))
  const failed = all.filter((status) => status === 500).length
  expect(failed).toBeGreaterThan(40)
  expect(failed).toBeLessThan(80)
})

test('a count goes down only when the rate strikes', async () => {
  const numbers = [0.9, 0.1, 0.9, 0.1, 0.1]
  const rule = { method: 'GET', path: '/api/posts', status: 500, rate: 0.5, times: 2 }
  const { send } = await setApi({ failures: [rule] }, { random: () => numbers.shift() ?? 0 })
  const seen = []
  for (let times = 0; times < 5; times++) seen.push((await send('/api/posts')).status)
  expect(seen).toEqual([200, 500, 200, 500, 200])
})

test.each([
  [0, 200],
  [1, 500],
])('a rate of %d is certain', async (rate, expected) => {
  const rule = { method: 'GET', path: '/api/posts', status: 500, rate }
  for (const random of [() => 0, () => 0.999_999]) {
    const { statuses } = await setApi({ failures: [rule] }, { random })
    expect(await statuses('/api/posts')).toEqual([expected])
  }
})
