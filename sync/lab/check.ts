import { rowKey } from '../../mocks/store/keys.ts'
import type { Options } from '../../src/client/call-through.ts'
import type { CallName } from '../../src/contract/calls.ts'
import type { LocalClub } from './devices.ts'
import type { LabCheck } from './messages.ts'
import type { Phone } from './phone.ts'
import type { Accepted } from './recorder.ts'

export type CheckedWorld = {
  club: LocalClub
  phones: readonly Phone[]
  /** By the current name, in the order in which they were made. */
  accepted: ReadonlyMap<string, Accepted>
  /** What `wholeness` has found after earlier steps. */
  halves: ReadonlySet<string>
  /** What `history.ts` has found after earlier steps. */
  history: ReadonlySet<string>
  isLarge: boolean
  usernames: readonly string[]
}

/**
 * Evaluates the invariants of docs/sync.md that do not depend on when a phone synchronizes: all but the last one.
 * @param withReplies compares replies, too, which takes most of the time
 */
export async function checkInvariants(
  world: CheckedWorld,
  withReplies: boolean,
): Promise<LabCheck[]> {
  return [
    {
      number: 1,
      text: 'Each write is in the club exactly once, or was refused or discarded, or still waits',
      failures: await exactlyOnce(world),
    },
    {
      number: 2,
      text: 'A phone without pending writes equals the club, and replies as the club does',
      failures: await equalReplicas(world, withReplies),
    },
    { number: 3, text: 'No phone has half of a write, at any step', failures: [...world.halves] },
    {
      number: 4,
      text: 'The writes of each phone arrived in the order in which they were made',
      failures: inOrder(world),
    },
    {
      number: 5,
      text: 'No phone has a password, or a key that can sign',
      failures: withoutSecrets(world),
    },
    {
      number: 6,
      text: 'Each phone shows what it wrote and what it showed before, and no write without what its author saw',
      failures: [...world.history],
    },
  ]
}

export function namesIn(club: LocalClub): string[] {
  return club.log().flatMap(({ name }) => name ?? [])
}

/** Calls after which the club is as the user wanted it, even when it did nothing. They have no text by which to know them. */
const TOGGLE = /like|vote|follow|mute|bookmark|report|DELETE|delete/

async function exactlyOnce({ club, phones, accepted }: CheckedWorld): Promise<string[]> {
  const failures: string[] = []
  const done = namesIn(club)
  if (new Set(done).size < done.length) failures.push('A write was done twice.')
  const reports = (await club.readReports()).map((one) => one.rowId + one.reporterId)
  if (new Set(reports).size < reports.length) failures.push('A post was reported twice.')
  const pending = await Promise.all(phones.map(({ device }) => device.pending()))
  for (const [name, { call, text, phone, fate }] of accepted) {
    const isDone = done.includes(name)
    const write = pending[phone]?.find((one) => one.name === name)
    const title = `${phones[phone]?.title}: ${text}`
    if (fate === 'discarded' && isDone) failures.push(`${title} was discarded, and done.`)
    if (fate !== undefined || TOGGLE.test(call)) continue
    if (isDone && write) failures.push(`${title} is done, and listed as pending.`)
    if (!isDone && !write) failures.push(`${title} is lost.`)
  }
  return failures
}

async function equalReplicas(world: CheckedWorld, withReplies: boolean): Promise<string[]> {
  const failures: string[] = []
  for (const phone of world.phones) {
    const { device, title } = phone
    const { pending, carried } = await device.readStatus()
    if (carried.length > 0 || pending.some(({ error }) => error === undefined)) continue
    const keys = differingKeys(world, phone)
    if (keys.length > 0) failures.push(`${title} differs from the club: ${keys.join(', ')}`)
    else if (withReplies)
      for (const call of await differingReplies(world, phone)) failures.push(`${title}: ${call}`)
  }
  return failures
}

/** The keys whose values are not those of the club. A phone of a large club has only a part of the others. */
export function differingKeys(
  { club, isLarge }: Pick<CheckedWorld, 'club' | 'isLarge'>,
  { device, userId }: Pick<Phone, 'device' | 'userId'>,
): string[] {
  const here = device.contents()
  const there = club.contents(userId)
  const keys = new Set([...Object.keys(here), ...(isLarge ? [] : Object.keys(there))])
  return [...keys].filter((key) => !isSame(here[key], there[key]))
}

const NONE = '00000000-0000-7000-8000-000000000000'

/** The reads that a phone answers in another way than the club, from its rows or by asking. */
async function differingReplies(
  { club, usernames }: CheckedWorld,
  { device, token, userId }: Phone,
): Promise<string[]> {
  const prefer = 'people=own'
  const differing: string[] = []
  const compare = async <Name extends CallName>(name: Name, options: Options<Name>) => {
    const expected = await club.call(name, { ...options, token, prefer })
    const { status, data } = await device.call(name, { ...options, token })
    if (!isSame({ status, data }, { status: expected.status, data: expected.data }))
      differing.push(`${name}${options.query ?? ''}`)
  }
  const { status, data } = await club.call('GET /api/posts', { token, prefer })
  if (status !== 200) return [`GET /api/posts: status ${status}`]
  for (const query of ['', '?limit=2', `?limit=2&before=${data.posts[2]?._id ?? NONE}`]) {
    await compare('GET /api/posts', { query })
    await compare('GET /api/posts/following', { query })
    await compare('GET /api/users', { query })
    await compare('GET /api/notifications', { query: query.replace(/&before=.*/, '') })
  }
  await compare('GET /api/users/bookmark', {})
  await compare('GET /api/users/muted', {})
  for (const { _id: postId } of data.posts) {
    await compare('GET /api/posts/:postId', { params: { postId } })
    await compare('GET /api/comments/:postId', { params: { postId } })
  }
  await compare('GET /api/users/:id', { params: { id: userId } })
  for (const username of usernames)
    await compare('GET /api/posts/user/:username', { params: { username } })
  return differing
}

/** What a reader of the data relies on: each link has its mirror, and each row the rows that it belongs to. */
export function wholeness(contents: Record<string, unknown>): string[] {
  const missing: string[] = []
  const need = (key: string, by: string) => {
    if (!(key in contents)) missing.push(`${by} has no ${key}`)
  }
  for (const [key, value] of Object.entries(contents)) {
    const [kind = '', owner, list, from, to] = key.split('/')
    const mirrors: Record<string, string> = {
      likedBy: `lists/${to}/liked/${to}/${from}`,
      liked: `votes/${to}/likedBy/${to}/${from}`,
      bookmarkedBy: `lists/${to}/bookmarks/${to}/${from}`,
      bookmarks: `marks/${to}/bookmarkedBy/${to}/${from}`,
      followers: `lists/${to}/following/${to}/${from}`,
      following: `lists/${to}/followers/${to}/${from}`,
    }
    const mirror = list && mirrors[list]
    if (owner && mirror) need(mirror, key)
    if (kind !== 'comments' && kind !== 'posts') continue
    const { userId, postId } = value as { userId: string; postId?: string }
    need(rowKey('users', userId), key)
    if (kind === 'comments') need(rowKey('posts', postId ?? ''), key)
  }
  return missing
}

function inOrder({ club, phones, accepted }: CheckedWorld): string[] {
  const done = namesIn(club)
  return phones.flatMap(({ title }, index) => {
    const own = [...accepted].filter(
      ([, { phone, call, fate }]) => phone === index && !fate && !TOGGLE.test(call),
    )
    const areSorted = [true, false].every((isHandedOver) => {
      const places = own
        .filter(([, write]) => (write.isHandedOver ?? false) === isHandedOver)
        .map(([name]) => done.indexOf(name))
        .filter((place) => place >= 0)
      return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0))
    })
    return areSorted ? [] : [`The writes of ${title} arrived in another order.`]
  })
}

function withoutSecrets({ phones }: CheckedWorld): string[] {
  return phones.flatMap(({ device, title }) => {
    const found = Object.entries(device.stored()).filter(
      ([key, value]) =>
        (key.startsWith('users/') && (value as { password: string }).password !== '') ||
        (key === 'meta/token-key' && JSON.stringify(value).includes('"d":')),
    )
    return found.map(([key]) => `${title}: ${key}`)
  })
}

/** Of values that JSON can hold, whatever the order of their fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const [a, b] = [Object.entries(one), other as Record<string, unknown>]
  const isDefined = ([, value]: [string, unknown]) => value !== undefined
  return (
    a.filter(isDefined).length === Object.entries(b).filter(isDefined).length &&
    a.every(([key, value]) => isSame(value, b[key]))
  )
}
