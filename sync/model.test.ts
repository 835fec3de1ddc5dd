import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { emptyDataSet } from '../mocks/data/data-set.ts'

import { rowKey } from '../mocks/data/keys.ts'
import type { Options } from '../mocks/testing/call-through.ts'
import type { CallName } from '../src/contract/calls.ts'
import { type TestClub, testClub, testDevice } from './testing/devices.ts'
import { FaultyLine, LINES, type Line } from './testing/lines.ts'

/*
 * Random writes on several devices of a club, with everything that can happen to them on the way: lines that fail or
 * answer in the club's place, stopped workers and servers, restored backups, refusals.
 */

const PROBLEMS = ['noReply', 'intercepted', 'tooLarge', 'busy', 'version']

const USERS = ['mira', 'juno', 'tove']
/** Two of one user. */
const DEVICES = ['mira', 'mira', 'juno', 'tove']
const ZERO = '00000000-0000-7000-8000-000000000000'
const RUNS = Number(process.env.SYNC_RUNS ?? 120)

type Step =
  | { do: 'write'; on: number; kind: number; target: number }
  | { do: 'sync'; on: number; line: Line; after: number }
  | { do: 'restart'; on: number }
  | { do: 'restartClub' }
  | { do: 'backUpClub' }
  | { do: 'restoreClub' }
  | { do: 'discard'; on: number; target: number }

const device = fc.nat(DEVICES.length - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      on: device,
      kind: fc.nat(16),
      target: fc.nat(9),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      on: device,
      line: fc.constantFrom<Line>('up', 'up', ...LINES),
      after: fc.nat(3),
    }),
  },
  fc.record({ do: fc.constant('restart' as const), on: device }),
  fc.record({ do: fc.constant('restartClub' as const) }),
  fc.record({ do: fc.constant('restoreClub' as const) }),
  fc.record({ do: fc.constant('backUpClub' as const) }),
  fc.record({ do: fc.constant('discard' as const), on: device, target: fc.nat(3) }),
)

type Device = ReturnType<typeof testDevice> & { token: string; userId: string }

/** Of a club that is too large for its devices. */
const SMALL_PARTS = { posts: 3, comments: 1, users: 1 }
const SMALL_REPLICA = { posts: 3, users: 2 }

async function world(isLarge: boolean) {
  const club = await testClub({}, emptyDataSet(), isLarge ? SMALL_PARTS : undefined)
  const members = await Promise.all(USERS.map((name) => club.addMember(name)))
  const lines = DEVICES.map(() => new FaultyLine())
  const devices: Device[] = []
  for (const [index, name] of DEVICES.entries()) {
    const member = members[USERS.indexOf(name)]
    const line = lines[index] ?? expect.fail()
    const limits = isLarge ? SMALL_REPLICA : undefined
    const send = (reply: () => Promise<Response>, url: string, init?: RequestInit) =>
      line.send(reply, url, init?.signal)
    const device = testDevice(club, send, limits)
    const one = { ...device, token: member?.token ?? '', userId: member?.user._id ?? '' }
    await one.logIn(one.token)
    devices.push(one)
  }
  return { club, devices, lines, members }
}

/** The calls that a device can make, for the post or comment number `target` that it shows. */
async function write(one: Device, kind: number, target: number, content: string) {
  const { token, call } = one
  const posts = (await call('GET /api/posts', { token })).data.posts
  const post = posts[target % Math.max(1, posts.length)]
  const postId = post?._id ?? ''
  const onPost = { params: { postId }, token }
  const { comments = [] } = postId ? (await call('GET /api/comments/:postId', onPost)).data : {}
  const comment = comments[target % Math.max(1, comments.length)]
  const users = (await call('GET /api/users', { token })).data.users
  const user = users[target % users.length]
  const commentId = comment?._id ?? ''
  const body = { content }
  switch (kind) {
    case 0:
    case 1:
      return call('POST /api/posts', { body, token })
    case 2:
      return call('POST /api/comments/add/:postId', { params: { postId }, body, token })
    case 3:
      return call('POST /api/posts/like/:postId', { params: { postId }, token })
    case 4:
      return call('POST /api/posts/dislike/:postId', { params: { postId }, token })
    case 5:
      return call('DELETE /api/posts/:postId', { params: { postId }, token })
    case 6:
      return call('POST /api/users/follow/:id', { params: { id: user?._id ?? '' }, token })
    case 7:
      return call('POST /api/users/unfollow/:id', { params: { id: user?._id ?? '' }, token })
    case 8:
      return call('POST /api/users/bookmark/:postId', { params: { postId }, token })
    case 9:
      return call('POST /api/posts/edit/:postId', { params: { postId }, body, token })
    case 10:
      return call('POST /api/comments/upvote/:postId/:commentId', {
        params: { postId, commentId },
        token,
      })
    case 11: {
      const named = { content: `${content} ${USERS.map((name) => `@${name}`).join()}` }
      return call('POST /api/comments/add/:postId', { params: { postId }, body: named, token })
    }
    case 12: {
      const { notifications } = (await call('GET /api/notifications', { token })).data
      const { _id = ZERO } = notifications[target % Math.max(1, notifications.length)] ?? {}
      return call('POST /api/notifications/seen', { body: { _id }, token })
    }
    case 13:
      return call('POST /api/users/mute/:id', { params: { id: user?._id ?? '' }, token })
    case 14:
      return call('POST /api/users/unmute/:id', { params: { id: user?._id ?? '' }, token })
    case 15: {
      const report = { reason: 'other' as const, text: content }
      return call('POST /api/posts/report/:postId', { params: { postId }, body: report, token })
    }
    default:
      return call('POST /api/users/edit', { body: { userData: { bio: content } }, token })
  }
}

/** What a reader of the data may rely on: every link has its mirror, every index entry its row, and the other way. */
function expectWhole(contents: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(contents)) {
    const [kind = '', owner, list, from, to] = key.split('/')
    const mirror: Record<string, string> = {
      likedBy: `lists/${to}/liked/${to}/${from}`,
      liked: `votes/${to}/likedBy/${to}/${from}`,
      bookmarkedBy: `lists/${to}/bookmarks/${to}/${from}`,
      bookmarks: `marks/${to}/bookmarkedBy/${to}/${from}`,
      followers: `lists/${to}/following/${to}/${from}`,
      following: `lists/${to}/followers/${to}/${from}`,
    }
    if (owner && list && list in mirror) expect(contents, key).toHaveProperty([mirror[list] ?? ''])
    if (kind === 'comments' || kind === 'posts')
      expect(contents, 'content without its author').toHaveProperty([
        rowKey('users', (value as { userId: string }).userId),
      ])
    if (kind === 'comments') {
      const { postId } = value as { postId: string }
      expect(contents, 'a comment without its post').toHaveProperty([rowKey('posts', postId)])
    }
  }
}

/** A device answers its user as the club does, from what it has or by asking. */
async function expectSameReplies(club: TestClub, { call, token, userId }: Device): Promise<void> {
  const prefer = 'people=own'
  const { posts } = (await club.call('GET /api/posts', { token, prefer })).data
  const same = async <Name extends CallName>(name: Name, options: Options<Name>) => {
    const expected = await club.call(name, { ...options, token, prefer })
    const { status, data } = await call(name, { ...options, token })
    expect({ status, data }, name).toEqual({ status: expected.status, data: expected.data })
  }
  for (const query of ['', '?limit=2', `?limit=2&before=${posts[2]?._id ?? ZERO}`]) {
    await same('GET /api/posts', { query })
    await same('GET /api/posts/following', { query })
    await same('GET /api/users', { query })
    await same('GET /api/users/bookmark', {})
    await same('GET /api/users/muted', {})
    await same('GET /api/notifications', { query: query.replace(/&before=.*/, '') })
  }
  for (const { _id: postId } of posts) {
    await same('GET /api/posts/:postId', { params: { postId } })
    await same('GET /api/comments/:postId', { params: { postId } })
  }
  await same('GET /api/users/:id', { params: { id: userId } })
  for (const username of USERS)
    await same('GET /api/posts/user/:username', { params: { username } })
}

async function settle(devices: Device[]): Promise<void> {
  // The second round brings each device what the later ones have sent.
  for (const one of [...devices, ...devices]) await one.sync()
}

function namesIn(club: TestClub): string[] {
  return club.log().flatMap(({ name }) => name ?? [])
}

it(
  'replicas and club are equal in the end, and every write is there once or reported',
  async () => {
    // For requests that hang.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { minLength: 5, maxLength: 40 }),
        async (isLarge, steps) => {
          const { club, devices, lines } = await world(isLarge)
          /** The writes that a device has accepted, by name. */
          const accepted = new Map<string, { call: CallName; device: number }>()
          const discarded = new Set<string>()
          /** Done by the club, and not in the backup that was restored. */
          const lost = new Set<string>()
          let restore = club.backup()
          for (const [index, now] of steps.entries()) {
            const at = 'on' in now ? now.on : 0
            const one = devices[at] ?? expect.fail()
            if (now.do === 'write') {
              await write(one, now.kind, now.target, `Text ${index}`)
              for (const { name, call } of await one.pending())
                accepted.set(name, { call, device: at })
            }
            if (now.do === 'sync') {
              Object.assign(lines[at] ?? {}, { kind: now.line, left: now.after })
              await one.sync().catch((error) => expect(PROBLEMS).toContain(error.message))
            }
            if (now.do === 'restart') one.restart()
            if (now.do === 'restartClub') await club.restart()
            if (now.do === 'backUpClub') restore = club.backup()
            if (now.do === 'restoreClub') {
              const before = namesIn(club)
              await restore()
              const kept = namesIn(club)
              for (const name of before) if (!kept.includes(name)) lost.add(name)
            }
            if (now.do === 'discard') {
              const waiting = await one.pending()
              const write = waiting[now.target]
              // A write that may have arrived could still be applied by the club.
              if (write && !write.sentAt) {
                await one.discard(write.name)
                discarded.add(write.name)
              }
            }
            expectWhole(one.contents())
          }
          for (const line of lines) line.kind = 'up'
          await settle(devices)

          const done = namesIn(club)
          expect(new Set(done).size, 'no write was done twice').toBe(done.length)
          for (const [name, { call, device: at }] of accepted) {
            if (discarded.has(name)) {
              expect(done).not.toContain(name)
              continue
            }
            if (lost.has(name)) continue
            const reported = (await devices[at]?.pending())?.find(
              (write) => write.name === name,
            )?.error
            const isToggle = /like|vote|follow|mute|bookmark|report|DELETE|delete/.test(call)
            if (!isToggle)
              expect(done.includes(name), `${call} is there or reported`).toBe(!reported)
          }
          const reports = (await club.readReports()).map((one) => one.rowId + one.reporterId)
          expect(new Set(reports).size, 'nothing was reported twice').toBe(reports.length)
          for (const one of devices) {
            for (const { name } of await one.pending()) await one.discard(name)
            const visible = club.contents(one.userId)
            if (isLarge) expect(visible).toMatchObject(one.contents())
            else expect(one.contents()).toEqual(visible)
            await expectSameReplies(club, one)
          }
          expectWhole(club.contents())
        },
      ),
      { numRuns: RUNS },
    )
  },
  60_000 + RUNS * 500,
)
