import fc from 'fast-check'
import { expect, it } from 'vitest'
import { emptyDataSet } from '../mocks/seed/data-set.ts'
import type { UserRow } from '../mocks/store/tables.ts'
import type { CallName, Params } from '../src/contract/calls.ts'
import { CHANGES_PATH, CLUB_HEADER } from '../src/contract/changes.ts'
import { type LocalClub, localClub, localDevice } from './lab/devices.ts'

/*
 * An evening at a club: 30 phones, each with its own list of unsent changes, read what others have written since their last
 * sync. Every reply is compared with the club's.
 */

const PHONES = 30
const RUNS = Math.ceil(Number(process.env.SYNC_RUNS ?? 120) / 120)

/**
 * `refused`: the club has refused it. `logIn`: it waits until its user logs in again. `failing`: the club fails at it with 500 each
 * time. `tooLarge`: a server on the way refuses it each time.
 */
const lists = ['none', 'refused', 'logIn', 'failing', 'tooLarge'] as const
type Kind = (typeof lists)[number]
const writes = ['post', 'comment', 'like', 'delete', 'follow', 'bookmark'] as const

type Evening = { kind: Kind; write: (typeof writes)[number]; isCutOff: boolean }[]
const evening: fc.Arbitrary<Evening> = fc.array(
  fc.record({
    kind: fc.constantFrom(...lists),
    write: fc.constantFrom(...writes),
    isCutOff: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
  }),
  { minLength: PHONES, maxLength: PHONES },
)

/** A reply without anybody but the viewer in its lists, as the app wants it. */
const prefer = 'people=own'
const OFFLINE = () => Promise.reject(new TypeError('Failed to fetch'))

/** A phone with a line that lets everything pass but its own writes. */
function phoneOf(club: LocalClub, kind: Kind, users: number) {
  const line = { isOn: true }
  const device = localDevice(
    club,
    async (reply, url, init) => {
      if (!line.isOn) return OFFLINE()
      const isSending =
        url.endsWith(CHANGES_PATH) && JSON.parse(String(init?.body)).writes.length > 0
      if (isSending && kind === 'failing') {
        const headers = { [CLUB_HEADER]: (await reply()).headers.get(CLUB_HEADER) ?? '' }
        return Response.json({}, { status: 500, headers })
      }
      if (isSending && kind === 'tooLarge') return new Response('', { status: 413 })
      return reply()
    },
    { posts: 32, users },
  )
  return { device, line }
}
type Device = ReturnType<typeof localDevice>
type Person = { user: UserRow; token: string }

async function writeOnce(
  { device }: { device: Device },
  { user, token }: Person,
  kind: Evening[number]['write'],
  { thread, ownPost, other }: { thread: string; ownPost: string; other: string },
): Promise<void> {
  const post = { postId: thread }
  const { status } = await {
    post: () => device.call('POST /api/posts', { body: { content: 'Mine' }, token }),
    comment: () =>
      device.call('POST /api/comments/add/:postId', {
        params: post,
        body: { content: 'Mine' },
        token,
      }),
    like: () => device.call('POST /api/posts/like/:postId', { params: post, token }),
    delete: () => device.call('DELETE /api/posts/:postId', { params: { postId: ownPost }, token }),
    follow: () => device.call('POST /api/users/follow/:id', { params: { id: other }, token }),
    bookmark: () => device.call('POST /api/users/bookmark/:postId', { params: post, token }),
  }[kind]()
  expect([200, 201], `${kind} by ${user.username}`).toContain(status)
}

type Read = { [Name in CallName]: [name: Name, params: Params<Name>, query?: string] }[CallName]

async function play(isLarge: boolean, phones: Evening): Promise<void> {
  const users = isLarge ? 10 : 40
  const club = await localClub({}, emptyDataSet(), { posts: 16, comments: 3, users })
  const post = async (content: string, { token }: Person) =>
    (await club.call('POST /api/posts', { body: { content }, token, prefer: 'return=minimal' }))
      .data.posts[0]?._id ?? ''
  const comment = (postId: string, content: string, { token }: Person) =>
    club.call('POST /api/comments/add/:postId', { params: { postId }, body: { content }, token })
  const host = await club.addMember('host')
  const old: string[] = []
  for (let number = 0; number < 25; number++) old.push(await post(`Old ${number}`, host))
  const thread = await post('A long thread', host)
  for (let number = 0; number < 9; number++) await comment(thread, `Comment ${number}`, host)
  const doomed = await post('Soon gone', host)
  const people: Person[] = []
  for (const index of phones.keys()) people.push(await club.addMember(`member${index}`))
  const owned: string[] = []
  for (const person of people.slice(0, PHONES))
    owned.push(await post(`By ${person.user.username}`, person))

  const opened = await Promise.all(
    phones.map(async ({ kind }, index) => {
      const phone = phoneOf(club, kind, users)
      const person = people[index] as Person
      // The last posts are in the first part of a copy.
      await phone.device.logIn(person.token)
      phone.line.isOn = false
      return { ...phone, person, index, ...(phones[index] as Evening[number]) }
    }),
  )
  for (const phone of opened) {
    const { device, person, kind, write, index } = phone
    const { token } = person
    if (kind === 'none') continue
    if (kind === 'refused') {
      const params = { postId: owned[29 - (index % 5)] ?? '' }
      await device.call('POST /api/comments/add/:postId', {
        params,
        body: { content: 'Late' },
        token,
      })
    } else {
      const other = people[(index + 1) % PHONES]?.user._id ?? ''
      const targets = { thread: owned[(index + 7) % 25] ?? '', ownPost: owned[index] ?? '', other }
      await writeOnce(phone, person, write, targets)
    }
  }
  // What was commented on is deleted, and some sessions end.
  for (const [index, person] of people.entries()) {
    if (index < 25) continue
    const params = { postId: owned[index] ?? '' }
    await club.call('DELETE /api/posts/:postId', { params, token: person.token })
  }
  await club.call('DELETE /api/posts/:postId', { params: { postId: doomed }, token: host.token })
  for (const { kind, person } of opened) if (kind === 'logIn') await club.suspend(person.user)
  for (const { device, line } of opened) {
    line.isOn = true
    await device.wake('person')
  }
  // A phone whose writes fail reads those of the others all the same.
  for (const { device } of opened) await device.wake('news')
  // Since then, phones have heard nothing.
  const guest = await club.addMember('newcomer')
  const fresh = [await post('Fresh one', guest), await post('Fresh two', host)]
  for (const content of ['One', 'Two', 'Three', 'Four'])
    await comment(fresh[0] ?? '', content, host)

  const reads: Read[] = [
    ...[...fresh, ...old, ...owned, thread, doomed].flatMap((postId): Read[] => [
      ['GET /api/posts/:postId', { postId }],
      ['GET /api/comments/:postId', { postId }],
    ]),
    ...[guest, host, ...people].flatMap(({ user }): Read[] => [
      ['GET /api/users/:id', { id: user._id }],
    ]),
    ['GET /api/posts/user/:username', { username: 'newcomer' }],
    ['GET /api/posts/user/:username', { username: 'host' }],
    ['GET /api/posts', {}, '?search=Old'],
    // All users of a small club are on each phone, which lists those that it has heard of.
    ...(isLarge ? [['GET /api/users', {}, '?search=newcomer'] satisfies Read] : []),
  ]
  for (const phone of opened) {
    phone.line.isOn = !phone.isCutOff
    // All that is new, and every fourth of what was there.
    const isRead = (_: Read, at: number) => at < 2 * fresh.length || at % 4 === phone.index % 4
    await compare(club, phone, reads.filter(isRead))
  }
}

async function compare(
  club: LocalClub,
  {
    device,
    line,
    person: { user, token },
    kind,
    write,
  }: Evening[number] & {
    device: Device
    line: { isOn: boolean }
    person: Person
  },
  reads: readonly Read[],
): Promise<void> {
  const unsent = (await device.pending()).filter(({ error }) => error === undefined)
  const touched = new Set(
    unsent.flatMap(({ name, userId, params, body }) => [
      name,
      userId,
      ...(JSON.stringify({ params, body }).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []),
    ]),
  )
  for (const [name, params, query] of reads) {
    const label = `${kind} ${write} of ${user.username}: ${name} ${JSON.stringify(params)}${query ?? ''}`
    const options = { params: params as never, query, token }
    const there = await club.call(name, { ...options, prefer })
    const response = await device.call(name, options).catch(() => undefined)
    const isTouched = Object.values(params).some((id) => touched.has(id))
    if (!line.isOn) {
      // It shows what it has, or says that it cannot ask.
      if (!isTouched && there.status === 200) expect([200, 503], label).toContain(response?.status)
      continue
    }
    if (isTouched) {
      const isGone = write === 'delete' && kind !== 'logIn'
      if (there.status === 200 && !isGone) expect(response?.status, label).toBe(200)
      continue
    }
    expect(response?.status, label).toBe(there.status)
    const isList = Object.keys(params).length === 0 || 'username' in params
    // The author of a waiting follow has one more follower here, wherever they are shown.
    if (unsent.length === 0 && !isList) expect(response?.data, label).toEqual(there.data)
    else expect(idsIn(response?.data), label).toEqual(idsIn(there.data))
  }
}

function idsIn(data: unknown): string[] {
  const { posts, comments, users, post, user } = Object(data)
  return [posts, comments, users, post, user]
    .flat()
    .flatMap((row) => row?._id ?? [])
    .sort()
}

it(
  'thirty phones with refused and waiting writes read what their club has (R16.23)',
  async () => {
    await fc.assert(fc.asyncProperty(fc.boolean(), evening, play), {
      numRuns: RUNS,
      endOnFailure: true,
    })
  },
  60_000 + RUNS * 30_000,
)
