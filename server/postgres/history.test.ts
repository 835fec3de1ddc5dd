/**
 * A checker over a random history: three processes on one PostgreSQL, sixteen riders who write, four readers, and a disturbance every few
 * seconds. Each value has one writer, so a read is right if it shows the newest value that was known when it began, or a later one that was
 * sent before it ended (a linearizable register). GEARHEADS_SECONDS is how long it lasts.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { signToken } from '../../mocks/domain/token.ts'
import type { Transaction } from '../../mocks/store/transaction.ts'
import { userFields } from '../../mocks/testing/rows.ts'
import { type Answer, callThrough, type Options } from '../../src/client/call-through.ts'
import type { CallName } from '../../src/contract/calls.ts'
import { openPostgresAt } from '../testing/pg-store.ts'
import { startPostgres } from '../testing/postgres.ts'
import { createSchema, startProcess } from '../testing/processes.ts'

const SECONDS = Number(process.env.GEARHEADS_SECONDS ?? 12)
const PROCESSES = 3
const RIDERS = 16
const READERS = 4
const DISTURBED_EVERY_MS = 3_000

/** The values that one writer has given to something, one after the other. */
function register<T>(name: string, first: T) {
  const sent = [first]
  /** The newest value of which a reply to a write, or a read, has told anybody. */
  let known = 0
  return {
    get last() {
      return sent.at(-1) as T
    },
    async write(value: T, send: () => Promise<unknown>) {
      const n = sent.push(value) - 1
      await send()
      known = Math.max(known, n)
    },
    /** Called before a read. @returns a check of what it shows */
    watch() {
      const oldest = known
      return (value: T) => {
        const n = sent.indexOf(value, oldest)
        if (n < 0) throw new Error(`${name}: ${value} is older than ${sent[oldest]}, or never sent`)
        known = Math.max(known, n)
      }
    },
  }
}

/** Calls that go to any process, and are repeated with their key until one replies. */
function callsTo(urls: string[]) {
  let repeated = 0
  const call = async <Name extends CallName>(
    name: Name,
    options: Options<Name> = {},
  ): Promise<Answer<Name>> => {
    for (;;) {
      const url = urls[Math.floor(Math.random() * urls.length)] as string
      const send = callThrough((path, init) => fetch(url + path, init))
      // A process that was killed replies nothing, and a database that restarts is a 503.
      const answer = await send(name, options).catch(() => undefined)
      if (answer && answer.status !== 503) {
        if (answer.status > 201) throw new Error(`${name}: ${answer.status} ${answer.error}`)
        return answer
      }
      repeated += 1
      await wait(20)
    }
  }
  return { call, repeated: () => repeated }
}

type Count = { writes: number; reads: number }
type Club = { call: ReturnType<typeof callsTo>['call']; count: Count }
type Rider = Awaited<ReturnType<typeof riderOf>>

/** A rider with a post whose text counts up, another post that comes and goes, votes and follows. */
async function riderOf({ call, count }: Club, username: string, id: string, token: string) {
  let writes = 0
  const write = async <Name extends CallName>(name: Name, options: Options<Name>) => {
    const key = `${username} ${writes++}`
    const answer = await call(name, { ...options, token, key, prefer: 'return=minimal' })
    count.writes++
    return answer
  }
  const create = async (content: string) => {
    await write('POST /api/posts', { body: { content } })
    const { posts } = (await call('GET /api/posts/user/:username', { params: { username }, token }))
      .data
    return posts.find((post) => post.content === content)?._id ?? ''
  }
  const post = await create(`${username} text 0`)
  return {
    ...{ username, id, post, write, create },
    text: register(`The text of ${username}`, 0),
    lap: register<string | undefined>(`The lap of ${username}`, undefined),
    likes: new Map<string, ReturnType<typeof register<boolean>>>(),
    follows: new Map<string, ReturnType<typeof register<boolean>>>(),
  }
}

async function ride(rider: Rider, riders: readonly Rider[], isOver: () => boolean): Promise<void> {
  const { username, write } = rider
  let lap = ''
  for (let n = 1; !isOver(); n++) {
    const other = riders[Math.floor(Math.random() * riders.length)] as Rider
    const params = { postId: rider.post }
    await rider.text.write(rider.text.last + 1, () =>
      write('POST /api/posts/edit/:postId', {
        params,
        body: { content: `${username} text ${rider.text.last}` },
      }),
    )
    const likes = rider.likes.get(other.post)
    await likes?.write(!likes.last, () =>
      write(`POST /api/posts/${likes.last ? 'like' : 'dislike'}/:postId`, {
        params: { postId: other.post },
      }),
    )
    const follows = rider.follows.get(other.id)
    await follows?.write(!follows.last, () =>
      write(`POST /api/users/${follows.last ? 'follow' : 'unfollow'}/:id`, {
        params: { id: other.id },
      }),
    )
    if (lap)
      await rider.lap.write(undefined, () =>
        write('DELETE /api/posts/:postId', { params: { postId: lap } }),
      )
    const content = `${username} lap ${n}`
    await rider.lap.write(content, async () => {
      lap = await rider.create(content)
    })
  }
}

/** Reads the feed and the users, and compares both with what is known of each rider. */
async function readAll({ call, count }: Club, riders: readonly Rider[]): Promise<void> {
  const watched = riders.map(({ text, lap, likes, follows }) => ({
    ...{ text: text.watch(), lap: lap.watch() },
    likes: [...likes].map(([post, one]) => [post, one.watch()] as const),
    follows: [...follows].map(([id, one]) => [id, one.watch()] as const),
  }))
  const { posts } = (await call('GET /api/posts')).data
  const { users } = (await call('GET /api/users')).data
  count.reads++
  const contents = posts.map(({ content }) => content)
  expect(new Set(posts.map(({ id }) => id)).size).toBe(posts.length)
  for (const [n, { username, id }] of riders.entries()) {
    const own = contents.filter((content) => content.startsWith(`${username} `))
    const [text, ...more] = own.filter((content) => content.includes(' text '))
    const laps = own.filter((content) => content.includes(' lap '))
    expect([more, laps.slice(1)], username).toEqual([[], []])
    watched[n]?.text(Number(text?.split(' ').at(-1)))
    watched[n]?.lap(laps[0])
    for (const [post, check] of watched[n]?.likes ?? []) {
      const likes = posts.find(({ _id }) => _id === post)?.likes
      expect(likes?.likeCount).toBe(likes?.likedBy.length)
      check(likes?.likedBy.some(({ _id }) => _id === id) ?? false)
    }
    const follower = users.find(({ _id }) => _id === id)
    for (const [other, check] of watched[n]?.follows ?? []) {
      const isFollowing = follower?.following.some(({ _id }) => _id === other) ?? false
      check(isFollowing)
      const followers = users.find(({ _id }) => _id === other)?.followers
      expect(followers?.some(({ _id }) => _id === id)).toBe(isFollowing)
    }
  }
}

test(
  'a read shows every write that was answered before it, and a write is done once, while processes and the database end',
  async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)
    const data = await createSchema(postgres.url)
    const database = openDatabase(openPostgresAt(async () => data))
    const processes = await Promise.all(Array.from({ length: PROCESSES }, () => startProcess(data)))
    onTestFinished(async () => {
      await Promise.all(processes.map(({ kill }) => kill()))
    })
    const urls = processes.map(({ url }) => url)
    const { call, repeated } = callsTo(urls)
    const count = { writes: 0, reads: 0, kills: 0, restarts: 0 }
    const club = { call, count }
    const tokens = await database.write(async (tx: Transaction) => {
      const all = []
      for (let n = 0; n < RIDERS; n++) {
        const row = await tx.insert('users', userFields(`rider${n}`))
        all.push([row.username, row._id, await signToken(tx, row)] as const)
      }
      return all
    })
    const riders = await Promise.all(
      tokens.map(([username, id, token]) => riderOf(club, username, id, token)),
    )
    for (const rider of riders)
      for (const { username, post, id } of riders) {
        const names = `${rider.username} and ${username}`
        rider.likes.set(post, register(`The like of ${names}`, false))
        if (id !== rider.id) rider.follows.set(id, register(`The follow of ${names}`, false))
      }
    const end = Date.now() + SECONDS * 1000
    let failed = false
    const isOver = () => failed || Date.now() > end
    const readers = Array.from({ length: READERS }, async () => {
      while (!isOver()) await readAll(club, riders)
    })
    const disturb = async () => {
      for (let n = 0; !isOver(); n++) {
        await wait(DISTURBED_EVERY_MS)
        if (n % 4 === 1) {
          await postgres.restart()
          count.restarts += 1
          continue
        }
        const ended = n % PROCESSES
        await processes[ended]?.kill()
        const begun = await startProcess(data)
        processes[ended] = begun
        urls[ended] = begun.url
        count.kills += 1
      }
    }
    const riding = riders.map((rider) => ride(rider, riders, isOver))
    const all = [...readers, ...riding, disturb()].map((one) =>
      one.catch((error) => {
        failed = true
        throw error
      }),
    )
    const outcomes = await Promise.allSettled(all)
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    await readAll(club, riders)
    process.stdout.write(
      `${JSON.stringify({ seconds: SECONDS, ...count, repeated: repeated() })}\n`,
    )
  },
  SECONDS * 1000 + 180_000,
)
