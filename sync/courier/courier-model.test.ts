import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { emptyDataSet } from '../../mocks/seed/data-set.ts'
import { picture } from '../../mocks/testing/picture.ts'
import { CHANGES_PATH } from '../../src/contract/changes.ts'
import { DEVICES_PATH } from '../../src/contract/devices.ts'
import { type LocalClub, localClub, localDevice, memoryKeys } from '../lab/devices.ts'
import type { SyncReply, SyncRequest } from '../protocol.ts'
import { type Bundle, decodeBundle, encodeBundle } from './bundle.ts'
import { MAX_HOPS } from './courier-rules.ts'

/*
 * Random meetings of phones, most of them without a signal, with everything that can happen to what they hand over: bundles that
 * are lost, repeated, forged or reordered, names that a member takes, revoked devices, clocks that are wrong by days, clubs that refuse
 * (docs/sync.md#courier).
 */

const USERS = ['mira', 'juno', 'tove', 'kenji']
const RUNS = Number(process.env.SYNC_RUNS ?? 60)
const DAY = 24 * 3_600_000

type Change = 'none' | 'text' | 'author' | 'name' | 'order' | 'key' | 'hops'
type Step =
  | { do: 'write'; on: number; kind: number; target: number }
  | { do: 'give'; from: number; to: number; change: Change; isLost: boolean }
  | { do: 'replay'; to: number; which: number }
  | { do: 'sync'; on: number; isReplyLost: boolean }
  | { do: 'revoke'; on: number }
  | { do: 'clock'; on: number; days: number }
  | { do: 'wait'; days: number }
  | { do: 'discard'; on: number; target: number }
  | { do: 'restart'; on: number }
  | { do: 'take name'; which: number; kind: number }

const phone = fc.nat(USERS.length - 1)
const change = fc.constantFrom<Change>(
  ...(['none', 'none', 'none', 'none', 'text', 'author', 'name', 'order', 'key', 'hops'] as const),
)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      on: phone,
      kind: fc.nat(7),
      target: fc.nat(5),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('give' as const),
      from: phone,
      to: phone,
      change,
      isLost: fc.nat(4).map((n) => n === 0),
    }),
  },
  fc.record({ do: fc.constant('replay' as const), to: phone, which: fc.nat(9) }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      on: phone,
      isReplyLost: fc.boolean(),
    }),
  },
  fc.record({ do: fc.constant('revoke' as const), on: phone }),
  fc.record({
    do: fc.constant('clock' as const),
    on: phone,
    days: fc.integer({ min: -5, max: 5 }),
  }),
  fc.record({ do: fc.constant('wait' as const), days: fc.nat(4) }),
  fc.record({ do: fc.constant('discard' as const), on: phone, target: fc.nat(3) }),
  fc.record({ do: fc.constant('restart' as const), on: phone }),
  fc.record({ do: fc.constant('take name' as const), which: fc.nat(9), kind: fc.nat(2) }),
)

type Phone = Awaited<ReturnType<typeof newPhone>>

/** The time of the club, which is the true one. */
type World = {
  club: LocalClub
  now: number
  /** The texts that the club has accepted. Of a write that was renamed on its way, the name is not known. */
  arrived: Set<string>
}

async function newPhone(world: World, { user, token }: { user: { _id: string }; token: string }) {
  /** `skew`: its clock minus the true one. */
  const state = { isReplyLost: false, skew: 0 }
  const line = async (reply: () => Promise<Response>, url: string, init?: RequestInit) => {
    vi.setSystemTime(world.now)
    const response = await reply()
    if (url === CHANGES_PATH) await noteArrived(world, init, response)
    vi.setSystemTime(world.now + state.skew)
    if (state.isReplyLost) throw new TypeError('The reply was lost')
    return response
  }
  const keys = memoryKeys()
  const device = localDevice(world.club, line, undefined, keys)
  await device.logIn(token)
  return { device, keys, state, userId: user._id, token }
}

async function noteArrived({ arrived }: World, init: RequestInit | undefined, response: Response) {
  const { writes }: Pick<SyncRequest, 'writes'> = JSON.parse(String(init?.body))
  const { outcomes }: Pick<SyncReply, 'outcomes'> = await response.clone().json()
  for (const { name, status } of outcomes) {
    const write = writes.find((one) => one.name === name)
    if (write && status < 300) arrived.add(contentOf(write))
  }
}

/** Runs something by the clock of a phone. */
async function by<Result>(world: World, { state }: Phone, work: () => Promise<Result>) {
  vi.setSystemTime(world.now + state.skew)
  return work().finally(() => vi.setSystemTime(world.now))
}

async function write({ device, token }: Phone, kind: number, target: number, content: string) {
  const posts = (await device.call('GET /api/posts', { token })).data.posts
  const post = posts[target % Math.max(1, posts.length)]
  const params = { postId: post?._id ?? '' }
  const body = { content }
  if (kind < 2 || !post) return device.call('POST /api/posts', { body, token })
  if (kind === 2) return device.call('POST /api/comments/add/:postId', { params, body, token })
  if (kind === 3) return device.call('POST /api/posts/like/:postId', { params, token })
  if (kind === 4) return device.call('POST /api/posts/edit/:postId', { params, body, token })
  if (kind === 5) return device.call('DELETE /api/posts/:postId', { params, token })
  if (kind === 6) return device.call('POST /api/users/bookmark/:postId', { params, token })
  const id = post.userId ?? ''
  return device.call('POST /api/users/follow/:id', { params: { id }, token })
}

/** A bundle as a hostile phone passes it on. */
async function forge(bytes: Uint8Array<ArrayBuffer>, how: Change, thief: string) {
  const decoded = (await decodeBundle(bytes)) ?? expect.fail()
  const bundle: Bundle = structuredClone(decoded.bundle)
  for (const batch of bundle.batches) {
    if (how === 'author') batch.author = thief
    if (how === 'key') batch.kid = batch.kid.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))
    if (how === 'order') batch.writes.reverse()
    for (const one of batch.writes) {
      if (Array.isArray(one)) continue
      if (how === 'text') one.body = { content: 'Forged' }
      if (how === 'name') one.name = one.name.replace(/.$/, (end) => (end === '0' ? '1' : '0'))
      if (how === 'hops') one.hops = 0
    }
  }
  if (how === 'order') bundle.batches.reverse()
  return encodeBundle(bundle, decoded.pictures)
}

/** What a member of the club does with a name that was in a bundle: the true write can no longer be done under it. */
async function takeName(club: LocalClub, token: string, bytes: Uint8Array, kind: number) {
  const { bundle } = (await decodeBundle(new Uint8Array(bytes))) ?? expect.fail()
  for (const one of bundle.batches.flatMap(({ writes }) => writes)) {
    const key = Array.isArray(one) ? one[0] : one.name
    if (kind === 0) await club.call('POST /api/posts', { body: { content: 'Thief' }, token, key })
    if (kind === 1) await club.call('POST /api/uploads', { body: { file: picture() }, token, key })
    const account = { username: key, password: 'Torque#1', name: 'Thief' }
    if (kind === 2) await club.call('POST /api/auth/signup', { body: account, key })
  }
}

it(
  'what phones hand over is at the club once, by its author, or with its author',
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const start = Date.UTC(2026, 0, 1)
        vi.setSystemTime(start)
        const club = await localClub({}, emptyDataSet())
        const world: World = { club, now: start, arrived: new Set() }
        const members = []
        for (const name of USERS) members.push(await club.addMember(name))
        const thief = await club.addMember('thief')
        const phones: Phone[] = []
        for (const member of members) phones.push(await newPhone(world, member))
        // So that each knows the keys of all.
        for (const { device } of phones) await device.sync()
        const bundles: Uint8Array<ArrayBuffer>[] = []
        /** The names that each text has had, of writes that were not discarded. */
        const accepted = new Map<string, { names: Set<string>; at: number }>()
        const recalled = new Set<string>()

        for (const [index, current] of steps.entries()) {
          world.now += 60_000
          vi.setSystemTime(world.now)
          const at = 'on' in current ? current.on : 0
          const one = phones[at] ?? expect.fail()
          if (current.do === 'write')
            await by(world, one, () => write(one, current.kind, current.target, `Text ${index}`))
          if (current.do === 'give') {
            const from = phones[current.from] ?? expect.fail()
            const to = phones[current.to] ?? expect.fail()
            const given = await by(world, from, () => from.device.give(from.userId))
            if (!('bytes' in given)) continue
            const bytes = await forge(given.bytes, current.change, to.userId)
            bundles.push(bytes)
            const before = carriedIn(to.device.stored())
            if (!current.isLost) await by(world, to, () => to.device.take(bytes))
            if (['text', 'name', 'key'].includes(current.change))
              // What is older than a week is dropped.
              expect(before, 'nothing forged is taken').toMatchObject(carriedIn(to.device.stored()))
          }
          if (current.do === 'replay') {
            const to = phones[current.to] ?? expect.fail()
            const bytes = bundles[current.which % Math.max(1, bundles.length)]
            if (bytes) await by(world, to, () => to.device.take(bytes))
          }
          if (current.do === 'sync') {
            one.state.isReplyLost = current.isReplyLost
            await by(world, one, () => one.device.sync()).catch(() => undefined)
            one.state.isReplyLost = false
          }
          if (current.do === 'revoke') await revoke(club, one)
          if (current.do === 'clock') one.state.skew = current.days * DAY
          // Sessions do not end here.
          if (current.do === 'wait' && world.now < start + 4 * DAY) world.now += current.days * DAY
          if (current.do === 'take name') {
            const bytes = bundles[current.which % Math.max(1, bundles.length)]
            if (bytes) await takeName(club, thief.token, bytes, current.kind)
          }
          if (current.do === 'restart') one.device.restart()
          if (current.do === 'discard') {
            const unsent = (await one.device.pending())[current.target]
            if (unsent) await by(world, one, () => one.device.discard(unsent.name))
            // One that was handed over or sent can't be recalled.
            if (unsent && !unsent.handedOver && !unsent.sentAt) recalled.add(unsent.name)
            if (unsent) accepted.delete(contentOf(unsent))
          }
          for (const [index, { device }] of phones.entries()) {
            const all = Object.values(carriedIn(device.stored()))
            expect(all.every(({ hops }) => hops <= MAX_HOPS)).toBe(true)
            for (const unsent of await device.pending()) {
              const content = contentOf(unsent)
              const { names } = accepted.get(content) ?? { names: new Set() }
              if (content) accepted.set(content, { names: names.add(unsent.name), at: index })
            }
          }
        }

        // All get a signal, with right clocks. What was written by a clock that was ahead has its time by then.
        world.now += 11 * DAY
        vi.setSystemTime(world.now)
        for (const { state } of phones) state.skew = 0
        for (const { device } of [...phones, ...phones, ...phones]) await device.sync()

        // Not the names that the thief has taken.
        const own = new Set(phones.map(({ userId }) => userId))
        const done = club.log().flatMap(({ name, by = '' }) => (name && own.has(by) ? name : []))
        expect(new Set(done).size, 'no write was done twice').toBe(done.length)
        for (const name of recalled) expect(done).not.toContain(name)
        for (const [content, { names, at }] of accepted) {
          const reported = (await phones[at]?.device.pending())?.find(
            (unsent) => contentOf(unsent) === content,
          )?.error
          const isDone =
            world.arrived.has(content) || [...names].some((name) => done.includes(name))
          expect(isDone, `${content} is there or reported`).toBe(!reported)
        }
        for (const one of phones) {
          for (const { name } of await one.device.pending()) await one.device.discard(name)
          expect(carriedIn(one.device.stored()), 'nothing is carried for ever').toEqual({})
          expect(one.device.contents()).toEqual(club.contents(one.userId))
        }
        const texts = Object.entries(club.contents()).flatMap(([key, row]) =>
          /^(posts|comments)\//.test(key) ? [row as { content: string; userId: string }] : [],
        )
        expect(texts.filter(({ content }) => content === 'Forged')).toEqual([])
        const ofPhones = texts.filter(({ content }) => content !== 'Thief')
        const different = new Set(ofPhones.map(({ content }) => content))
        expect(different.size, 'nothing is there twice, also under new names').toBe(ofPhones.length)
        for (const { content, userId } of ofPhones) {
          const [, index] = /^Text (\d+)$/.exec(content) ?? expect.fail(content)
          const wrote = steps[Number(index)]
          expect(wrote && 'on' in wrote && phones[wrote.on]?.userId, 'by its author').toBe(userId)
        }
      }),
      { numRuns: RUNS },
    )
  },
  Math.max(90_000, RUNS * 1_000),
)

/** The text that a write sets; empty if none. */
function contentOf({ body }: { body: unknown }): string {
  return (Object(body) as { content?: string }).content ?? ''
}

function carriedIn(stored: Record<string, unknown>): Record<string, { hops: number }> {
  const carried = Object.entries(stored).filter(([key]) => key.startsWith('carried/'))
  return Object.fromEntries(carried) as Record<string, { hops: number }>
}

/** As in Settings, on another device of the user. */
async function revoke(club: LocalClub, { keys, userId, token }: Phone): Promise<void> {
  const pair = await keys.read(userId)
  const body = JSON.stringify({ kid: pair?.kid })
  const headers = { authorization: `Bearer ${token}` }
  const response = await club.fetch(DEVICES_PATH, { method: 'DELETE', headers, body })
  expect(response.status).toBe(200)
}
