import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { picture } from '../mocks/testing/picture.ts'
import { REPLICA_PATH } from '../src/contract/changes.ts'
import { localClub, localDevice } from './lab/devices.ts'
import { FaultyLine, LINES, type Line } from './lab/lines.ts'
import type { SyncWait } from './messages.ts'

/*
 * A device whose line changes from minute to minute, with its scheduler, in simulated time: it must not flood the line,
 * and must be home soon after the line is back.
 */

const RUNS = Number(process.env.SYNC_RUNS ?? 120)
const MINUTE = 60_000
const START = Date.UTC(2026, 10, 23)
const HOUR = 3_600_000

type Segment = {
  line: Line
  seconds: number
  writes: ('post' | 'picture')[]
  /** How often the person looks at the app, or a network comes. */
  opportunities: number
  restart: boolean
  clockJump: number
  restoreClub: boolean
}

const segment: fc.Arbitrary<Segment> = fc.record({
  line: fc.constantFrom<Line>(...LINES),
  seconds: fc.integer({ min: 1, max: 150 }),
  writes: fc.array(fc.constantFrom('post', 'post', 'picture'), { maxLength: 4 }),
  opportunities: fc.nat(4),
  restart: fc.boolean(),
  clockJump: fc.constantFrom(0, 0, 0, -HOUR, HOUR, -30_000),
  restoreClub: fc.integer({ min: 0, max: 9 }).map((number) => number === 0),
})

const calm: Segment = {
  line: 'up',
  seconds: 1,
  writes: [],
  opportunities: 0,
  restart: false,
  clockJump: 0,
  restoreClub: false,
}
/** Failed once, because the copy of a restored club counted as requests in vain. */
const FOUND: [Segment[]][] = [
  [
    [
      { ...calm, writes: ['post'], restoreClub: true },
      { ...calm, line: 'replays', restoreClub: true },
      { ...calm, line: 'noUploads', seconds: 3, writes: ['picture'], clockJump: -30_000 },
    ],
  ],
]

async function world() {
  const club = await localClub()
  const { user, token } = await club.addMember('mira')
  const line = new FaultyLine((ms) => vi.advanceTimersByTime(ms))
  let elapsed = 0
  let offset = 0
  let period = 0
  let sent = 0
  /** Whether the club was restored, and the device has not copied it since. */
  let mustCopy = false
  const device = localDevice(club, async (reply, url, init) => {
    sent += 1
    const response = await line.send(reply, url, init?.signal)
    if (url.startsWith(REPLICA_PATH) && response.ok) mustCopy = false
    return response
  })
  await device.logIn(token)
  const visible = () => club.contents(user._id)
  /**
   * The requests of tries that changed nothing and copied no restored club, except the successful ones on a line that loses replies to others. The
   * count begins again when the line has worked, and when the clock jumps: the device has no other one.
   */
  const failed: { at: number; requests: number; period: number }[] = []
  let alarm = Number.POSITIVE_INFINITY

  /** Time passes by itself only while a request hangs. */
  const now = () => {
    elapsed = Date.now() - START - offset
    return elapsed
  }
  const setTime = (ms: number) => vi.setSystemTime(START + ms + offset)

  async function wake(cause: 'change' | 'opportunity'): Promise<void> {
    const at = now()
    const sentInVain = () => sent - line.answered
    const before = sentInVain()
    const waiting = (await device.pending()).length
    const hadToCopy = mustCopy
    const wait = await device.wake(cause)
    const hasCopied = hadToCopy && !mustCopy
    const hasMoved = !wait || hasCopied || (await device.pending()).length < waiting
    if (hasMoved) period += 1
    else if (sentInVain() > before) failed.push({ at, requests: sentInVain() - before, period })
    // The page wakes the worker at least once in a minute.
    alarm = wait
      ? now() + Math.min(Math.max(0, wait.nextTry - Date.now()), MINUTE)
      : Number.POSITIVE_INFINITY
  }

  async function passTime(ms: number): Promise<void> {
    const end = now() + ms
    while (alarm <= end) {
      setTime(Math.max(alarm, now()))
      await wake('change')
    }
    setTime(Math.max(end, now()))
  }

  function jump(ms: number): void {
    if (ms === 0) return
    const at = now()
    period += 1
    offset += ms
    setTime(at)
  }
  const onRestored = () => {
    mustCopy = true
  }
  return { club, visible, device, line, token, failed, wake, passTime, jump, now, onRestored }
}

it(
  'a device whose line fails sends at most 8 requests a minute, and is home 90 s after the line is back',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START })
    onTestFinished(() => void vi.useRealTimers())
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { minLength: 1, maxLength: 6 }), async (segments) => {
        vi.setSystemTime(START)
        const {
          club,
          visible,
          device,
          line,
          token,
          failed,
          wake,
          passTime,
          jump,
          now,
          onRestored,
        } = await world()
        await wake('opportunity')
        const restore = club.backup()
        for (const [index, now] of segments.entries()) {
          Object.assign(line, { kind: now.line, left: 0 })
          jump(now.clockJump)
          if (now.restart) device.restart()
          if (now.restoreClub) {
            await restore()
            onRestored()
            // Its stream ends.
            await wake('change')
          }
          for (const [at, kind] of now.writes.entries()) {
            const content = `Post ${index} ${at}`
            if (kind === 'picture') {
              const { data } = await device.call('POST /api/uploads', {
                body: { file: picture() },
                token,
              })
              const body = { content, imageUrl: data.secure_url }
              await device.call('POST /api/posts', { body, token })
            } else await device.call('POST /api/posts', { body: { content }, token })
            await wake('change')
          }
          const pause = (now.seconds * 1000) / (now.opportunities + 1)
          for (let count = 0; count < now.opportunities; count++) {
            await passTime(pause)
            await wake('opportunity')
          }
          await passTime(pause)
        }
        for (const { at, period } of failed) {
          const inMinute = failed.filter(
            (one) => one.period === period && one.at >= at && one.at < at + MINUTE,
          )
          const requests = inMinute.reduce((sum, one) => sum + one.requests, 0)
          expect(requests, 'requests in a minute').toBeLessThanOrEqual(8)
        }
        line.kind = 'up'
        const back = now()
        await passTime(90_000)
        expect(now() - back).toBe(90_000)
        const left = await device.pending()
        // A restore can lose a picture between its upload and its post.
        const mayLose = segments.some(({ restoreClub }) => restoreClub)
        expect(left.filter(({ error }) => !(mayLose && error?.includes('picture')))).toEqual([])
        expect((await device.readStatus()).wait).toBeUndefined()
        expect(device.contents()).toEqual(visible())
        const { posts } = (await club.call('GET /api/posts')).data
        const texts = posts.map(({ content }) => content)
        expect(new Set(texts).size, 'no post is there twice').toBe(texts.length)
        const count = segments.flatMap(({ writes }) => writes).length
        if (!mayLose) expect(texts).toHaveLength(count)
      }),
      { examples: FOUND, numRuns: RUNS },
    )
  },
  // A run takes some 30 ms.
  60_000 + RUNS * 500,
)

it('ten pictures are soon home over a line on which most requests succeed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START })
  onTestFinished(() => void vi.useRealTimers())
  const { club, device, line, token, wake, passTime } = await world()
  await wake('opportunity')
  const seconds: number[] = []
  const pauses: number[] = []
  for (let round = 0; round < 20; round++) {
    line.kind = 'up'
    const { data: before } = await club.call('GET /api/posts')
    const images = []
    for (let count = 0; count < 10; count++) {
      const body = { file: picture() }
      const { data } = await device.call('POST /api/uploads', { body, token })
      images.push({ url: data.secure_url })
    }
    await device.call('POST /api/posts', { body: { content: `Round ${round}`, images }, token })
    line.kind = 'lossy'
    const start = Date.now()
    await wake('change')
    for (let wait = await waitOf(device); wait; wait = await waitOf(device)) {
      const pause = wait.nextTry - Date.now()
      pauses.push(pause)
      await passTime(pause)
    }
    seconds.push((Date.now() - start) / 1000)
    const { data: after } = await club.call('GET /api/posts')
    expect(after.posts).toHaveLength(before.posts.length + 1)
  }
  // Six failures in a row are rare, and take a minute.
  const share = (times: number[], limit: number) =>
    times.filter((time) => time <= limit).length / times.length
  expect(share(pauses, 2_000)).toBeGreaterThan(0.8)
  expect(share(seconds, 30)).toBeGreaterThan(0.8)
})

const waitOf = async (device: { readStatus: () => Promise<{ wait?: SyncWait }> }) =>
  (await device.readStatus()).wait
