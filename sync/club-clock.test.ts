import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { momentAfter, momentOf, swapLastMoment, uuidAt } from '../mocks/store/ids.ts'
import { CHANGES_PATH } from '../src/contract/changes.ts'
import { localClub, localDevice, memoryKeys } from './lab/devices.ts'
import type { SyncReply } from './protocol.ts'

/*
 * A club whose clock was two hours ahead and is right again. Club and devices have clocks of their own here, and time passes
 * only between the steps.
 */

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 9, 1, 12)
let now = NOON

beforeEach(() => {
  now = NOON
  vi.useFakeTimers({ toFake: ['Date'], now })
  const before = swapLastMoment('')
  onTestFinished(() => {
    vi.useRealTimers()
    swapLastMoment(before)
  })
})

async function scene() {
  const club = await localClub()
  let ahead = 0
  let moment = ''
  async function atClub<Result>(work: () => Promise<Result>): Promise<Result> {
    vi.setSystemTime(now + ahead)
    const own = swapLastMoment(moment)
    try {
      return await work()
    } finally {
      moment = swapLastMoment(own)
      vi.setSystemTime(now)
    }
  }
  const statuses: number[] = []
  let isOnline = true
  const line = async (reply: () => Promise<Response>) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    const response = await atClub(reply)
    const { outcomes = [] } = (await response.clone().json()) as Partial<SyncReply>
    statuses.push(...outcomes.map(({ status }) => status))
    return response
  }
  const phoneOf = async (name: string) => {
    const { user, token } = await atClub(() => club.addMember(name))
    const device = localDevice(club, line, undefined, memoryKeys())
    await device.logIn(token)
    const post = async (content: string) => {
      const { data } = await device.call('POST /api/posts', { body: { content }, token })
      return data.posts[0]?._id ?? ''
    }
    return { ...device, user, token, post }
  }
  const phones = [await phoneOf('mira'), await phoneOf('juno')] as const
  /** From a page without a worker, on a phone whose clock is right. */
  const postHere = (content: string) =>
    atClub(() => {
      const key = uuidAt(momentAfter('', now))
      const { token } = phones[1]
      return club.call('POST /api/posts', { body: { content }, token, key })
    })
  return {
    club,
    phones,
    statuses,
    postHere,
    restart: () => {
      moment = ''
      return atClub(() => club.restart())
    },
    /** Another process of the club serves from now on, which has written nothing yet. */
    switchProcess: () => {
      moment = ''
    },
    /** Sends a write without the app. @returns `undefined` if it was not done, and may be later */
    send: async (name: string) => {
      const { token: authorization } = phones[0]
      const call = 'POST /api/posts'
      const writes = [{ name, call, params: {}, body: { content: 'Sent' }, authorization }]
      const body = JSON.stringify({ since: '', nonce: 'n', viewers: [], tokens: [], writes })
      const response = await atClub(() => club.fetch(CHANGES_PATH, { method: 'POST', body }))
      return ((await response.json()) as SyncReply).outcomes[0]?.status
    },
    /** Sets the clock of the club wrong, or right. */
    setClub: (ms: number) => {
      ahead = ms
    },
    setLine: (on: boolean) => {
      isOnline = on
    },
    texts: async () => {
      const { posts } = (await club.call('GET /api/posts')).data
      return posts.map(({ content }) => content)
    },
  }
}

function pass(ms: number): void {
  now += ms
  vi.setSystemTime(now)
}

async function corrected() {
  const all = await scene()
  const [mira] = all.phones
  all.setClub(2 * HOUR)
  pass(60_000)
  await mira.sync()
  await mira.post('Ahead')
  await mira.sync()
  await all.postHere('Ahead, too')
  for (const phone of all.phones) await phone.sync()
  all.setClub(0)
  pass(60_000)
  for (const phone of all.phones) await phone.sync()
  all.statuses.length = 0
  return all
}

it('new posts come on top at once, wherever they are written, in the order in which they were (R16.27)', async () => {
  const { phones, postHere, texts, club, statuses } = await corrected()
  const [mira, juno] = phones
  const first = await mira.post('First')
  await mira.sync()
  pass(1_000)
  await postHere('Second')
  pass(1_000)
  await juno.sync()
  const third = await juno.post('Third')
  await juno.sync()
  const expected = ['Third', 'Second', 'First', 'Ahead, too', 'Ahead']
  expect(await texts()).toEqual(expected)
  for (const phone of phones) {
    await phone.sync()
    const { posts } = (await phone.call('GET /api/posts')).data
    expect(posts.map(({ content }) => content)).toEqual(expected)
    expect(phone.contents()).toEqual(club.contents(phone.user._id))
  }
  // Under the names that they had on their phones, without another try.
  const { posts } = (await club.call('GET /api/posts')).data
  expect([posts[2]?._id, posts[0]?._id]).toEqual([first, third])
  expect(statuses).toEqual([201, 201])
  // With their true times.
  const times = posts.map(({ createdAt }) => Date.parse(createdAt) - NOON)
  expect(times.slice(0, 3)).toEqual([122_000, 121_000, 120_000])
})

it('also after a restart of the club, and after a restore, which begins a new log', async () => {
  const { club, restart, postHere, texts } = await corrected()
  await restart()
  await postHere('After the restart')
  expect((await texts())[0]).toBe('After the restart')
  await club.forgetLog()
  await restart()
  await postHere('After the restore')
  expect((await texts())[0]).toBe('After the restore')
})

it('also at another process of the club, after a phone has read from it', async () => {
  const { switchProcess, phones, postHere, texts } = await corrected()
  switchProcess()
  await phones[0].sync()
  await postHere('Elsewhere')
  expect((await texts())[0]).toBe('Elsewhere')
})

it('what a phone has written by the wrong clock comes on top, too, with what refers to it', async () => {
  const { phones, setClub, setLine, club, texts } = await scene()
  const [mira] = phones
  setClub(2 * HOUR)
  await mira.sync()
  await mira.post('Known')
  await mira.sync()
  setLine(false)
  pass(20 * 60_000)
  const postId = await mira.post('Offline')
  const body = { content: 'Me too' }
  await mira.call('POST /api/comments/add/:postId', { params: { postId }, body, token: mira.token })
  setClub(0)
  setLine(true)
  mira.restart()
  await mira.sync()
  expect(await mira.pending()).toEqual([])
  expect(await texts()).toEqual(['Offline', 'Known'])
  const [post] = (await club.call('GET /api/posts')).data.posts
  expect(post?.comments).toMatchObject([body])
  expect(mira.contents()).toEqual(club.contents(mira.user._id))
})

it('a phone without a signal gives what it writes then to another one, which delivers it', async () => {
  const { phones, setLine, texts, statuses } = await corrected()
  const [mira, juno] = phones
  setLine(false)
  await mira.post('No signal')
  const given = await mira.give(mira.user._id)
  if ('problem' in given) return expect.fail(given.problem)
  expect(await juno.take(given.bytes)).toMatchObject({ added: 1 })
  setLine(true)
  await juno.sync()
  expect(statuses).toEqual([201])
  expect((await texts())[0]).toBe('No signal')
})

it('nobody moves the time of a club', async () => {
  const { send, postHere, club } = await corrected()
  const nameAt = (time: number) => uuidAt(momentAfter('', time))
  const newest = async () => (await club.call('GET /api/posts')).data.posts[0]?._id ?? ''
  const head = now + 2 * HOUR
  expect(await send(nameAt(head + 5_000))).toBe(undefined)
  expect(await send(nameAt(now + 365 * 24 * HOUR))).toBe(undefined)
  // The last name of its millisecond, again and again.
  for (let n = 0; n < 20; n += 1) {
    const time = Number.parseInt(momentOf(await newest()).slice(0, 12), 16)
    expect(await send(uuidAt(`${(time + 1).toString(16).padStart(12, '0')}fff`))).toBe(201)
  }
  expect(momentOf(await newest()) < momentAfter('', head)).toBe(true)
  await postHere('After them')
  expect((await club.call('GET /api/posts')).data.posts[0]).toMatchObject({ content: 'After them' })
})
