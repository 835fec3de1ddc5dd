import { expect, it, test } from 'vitest'
import type { SyncCause } from '../messages.ts'
import { afterFailure, allowed, READY, type Schedule, withoutFailures } from './schedule.ts'

const START = 1_800_000_000_000
const MINUTE = 60_000
const failed = (
  schedule: Schedule,
  now: number,
  part: Partial<Parameters<typeof afterFailure>[1]> = {},
) => afterFailure(schedule, { problem: 'intercepted', requestCount: 1, ...part }, now, 1)

/** The times of the tries, in ms, when each of them fails. */
function tries(until: number, requestCount: number, part = {}): number[] {
  const times: number[] = []
  let schedule = READY
  for (let now = START; now < START + until; now += 100) {
    if (allowed(schedule, 'change', now) !== 'all') continue
    times.push(now - START)
    schedule = failed(schedule, now, { requestCount, ...part })
  }
  return times
}

test('failed tries are repeated after 1, 2, 4 … 60 s', () => {
  const seconds = tries(250_000, 1).map((time) => time / 1000)
  expect(seconds).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183, 243])
})

it.each([1, 2, 4])(
  'sends at most eight requests a minute when each try has %i of them',
  (requestCount) => {
    const times = tries(600_000, requestCount).flatMap((time) =>
      Array<number>(requestCount).fill(time),
    )
    for (const from of times) {
      const inMinute = times.filter((time) => time >= from && time < from + MINUTE)
      expect(inMinute.length).toBeLessThanOrEqual(8)
    }
    expect(times.at(-1)).toBeGreaterThan(600_000 - 2 * MINUTE)
  },
)

it.each<[SyncCause, boolean]>([
  ['change', false],
  ['opportunity', true],
  ['person', true],
])('during a pause, a %s is a reason to try: %s', (cause, expected) => {
  expect(allowed(failed(READY, START), cause, START + 1) === 'all').toBe(expected)
})

it.each<[SyncCause, boolean]>([
  ['change', false],
  ['opportunity', false],
  ['person', true],
])('during a Retry-After, a %s is a reason to try: %s', (cause, expected) => {
  const busy = failed(READY, START, { problem: 'busy', retryAfter: 30_000 })
  expect(allowed(busy, cause, START + 29_999) === 'all').toBe(expected)
  expect(allowed(busy, 'change', START + 30_000)).toBe('all')
})

test('the news of the club are read while writes wait, unless it asks for a pause or the line fails', () => {
  expect(allowed(failed(READY, START), 'news', START + 1)).toBe('news')
  const busy = failed(READY, START, { problem: 'busy', retryAfter: 30_000 })
  expect(allowed(busy, 'news', START + 1)).toBe('nothing')
  expect(allowed(failed(READY, START, { requestCount: 8 }), 'news', START + 1)).toBe('nothing')
})

test('opportunities stay within the requests of a minute', () => {
  let schedule = READY
  let sent = 0
  for (let now = START; now < START + MINUTE; now += 500) {
    if (allowed(schedule, 'opportunity', now) !== 'all') continue
    sent += 1
    schedule = failed(withoutFailures(schedule), now)
  }
  expect(sent).toBeGreaterThan(4)
  expect(sent).toBeLessThanOrEqual(8)
})

test('where a reply is lost after others, only that request counts, and the pauses start again', () => {
  const seconds = tries(120_000, 4, { problem: 'noReply' }).map((time) => time / 1000)
  expect(seconds).toEqual([0, 1, 2, 3, 4, 5, 60, 61, 62, 63, 64, 65])
})

test('without a network no request counts, so that its return is used at once', () => {
  let schedule = READY
  for (let now = START; now < START + 30_000; now += 1000) {
    schedule = failed(schedule, now, { problem: 'offline' })
  }
  expect(allowed(schedule, 'opportunity', START + 30_000)).toBe('all')
})

test('a clock that is set back ends the pause, one that jumps ahead too', () => {
  const schedule = failed(READY, START)
  expect(allowed(schedule, 'change', START - 1)).toBe('all')
  expect(allowed(schedule, 'change', START + 86_400_000)).toBe('all')
})

test('a problem lasts from its first try', () => {
  const twice = failed(failed(READY, START), START + 1000)
  expect(twice.wait).toMatchObject({ since: START, nextTry: START + 3000 })
  const another = failed(twice, START + 3000, { problem: 'busy' })
  expect(another.wait).toMatchObject({ since: START + 3000 })
})

test('300 devices whose club is away for a minute come back spread out', () => {
  const DEVICES = 300
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const perSecond = new Map<number, number>()
  const backAfter: number[] = []
  for (let device = 0; device < DEVICES; device++) {
    let schedule = READY
    for (let now = START; ; now += 50) {
      if (allowed(schedule, 'change', now) !== 'all') continue
      const second = Math.floor((now - START) / 1000)
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
      if (now >= START + MINUTE) {
        backAfter.push(now - START - MINUTE)
        break
      }
      const failure = { problem: 'noReply', requestCount: 1 } as const
      schedule = afterFailure(schedule, failure, now, random())
    }
  }
  // All lose the club in the same moment, so the first tries come together. docs/scaling.md has these figures.
  const after = (from: number) => [...perSecond].filter(([second]) => second >= from)
  const peak = (from: number) => Math.max(...after(from).map(([, count]) => count))
  expect(peak(4)).toBeLessThanOrEqual(150)
  expect(peak(10)).toBeLessThanOrEqual(80)
  expect(peak(60)).toBeLessThanOrEqual(40)
  expect(Math.max(...backAfter)).toBeLessThanOrEqual(60_000)
})
