import pg from 'pg'
import { startPostgres } from '../../server/testing/postgres.ts'
import { startProcess } from '../../server/testing/processes.ts'
import { guest } from '../../src/contract/guest.ts'
import type { Bench, Samples } from '../bench.ts'
import { fillPostgres } from '../generate/fill-postgres.ts'
import { fetchJson, loadTimes, type RawRequest } from '../load.ts'
import { startUsage } from '../usage.ts'

/** As on a machine of its own: answered writes are on the disk. */
const SETTINGS = [
  'shared_buffers=2GB',
  'max_wal_size=8GB',
  'wal_level=minimal',
  'max_wal_senders=0',
]
const SMALL = 50
/** Has enough rows to fill the first part of a copy, and pages of a search and of notifications. */
const MEDIUM = 500
/** `SCALE_MEMBERS=500000 npm run bench -- --only scale` is the club of docs/scaling.md. */
export const LARGE = Number(process.env.SCALE_MEMBERS ?? 500_000)
/** An address of a PostgreSQL with the databases `small`, `medium` and `large`, which `npm run generate` has filled. */
const PREPARED = process.env.SCALE_POSTGRES

/** Requests of each kind in one turn of a club. */
const TURN = 10
/** How many clients at once, and for how long. */
export const CLIENTS = [16, 64]
const LOAD_MS = 5_000
/** The numbers of members from this one on are those of members who write. */
const FIRST_WRITER = 30
const NEWEST = 100

/** The same requests at a club of 50 and of half a million members, on one PostgreSQL. */
export async function scale(bench: Bench): Promise<Samples> {
  const postgres = PREPARED
    ? { url: PREPARED, stop: async () => {} }
    : await startPostgres(SETTINGS.flatMap((setting) => ['-c', setting]))
  const processes: Awaited<ReturnType<typeof startProcess>>[] = []
  const start = async (data: string) => {
    const started = await startProcess(data)
    processes.push(started)
    return started.url
  }
  try {
    const clubs: Club[] = []
    for (const [name, members] of Object.entries({ small: SMALL, medium: MEDIUM, large: LARGE })) {
      const data = postgres.url.replace(/[^/]*$/, name)
      if (!PREPARED) await fill(postgres.url, data, name, members)
      clubs.push(await openClub(data, members, await start(data)))
    }
    const [small, medium, large] = clubs
    if (!small || !medium || !large) throw new Error('A club is missing')
    const sides = {
      small: () => oneByOne(small),
      medium: () => oneByOne(medium, full),
      large: () => oneByOne(large),
    }
    // The first requests of a process are slower.
    await bench.sample(sides, 1)
    const one = await bench.sample(sides)
    const loads = await bench.sample(
      { small: () => underLoads([small]), large: () => underLoads([large]) },
      2,
    )
    const others = [
      { ...small, url: await start(small.data) },
      { ...large, url: await start(large.data) },
    ] as const
    const two = await bench.sample(
      {
        small: () => underLoads([small, others[0]], 'Two'),
        large: () => underLoads([large, others[1]], 'Two'),
      },
      2,
    )
    return { ...one, ...loads, ...two }
  } finally {
    await Promise.all(processes.map(({ kill }) => kill()))
    await postgres.stop()
  }
}

async function fill(postgres: string, data: string, name: string, members: number): Promise<void> {
  const client = new pg.Client(postgres)
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  const start = performance.now()
  await fillPostgres(data, members)
  const seconds = Math.round((performance.now() - start) / 1000)
  console.warn(`A club of ${members} members took ${seconds} s.`)
}

type Club = {
  url: string
  data: string
  /** Of a member with ordinary activity, and of the star. */
  member: Member
  star: Member
  /** The post of the star's likes, one with few, and all members who write. */
  starPost: string
  post: string
  /** The newest posts, which those who write comment on. */
  posts: string[]
  writers: Member[]
  /** The cursor of a device that was away for a week. */
  cursor: string
}
type Member = { _id: string; username: string; token: string }

async function openClub(data: string, members: number, url: string): Promise<Club> {
  // As `largeClub` numbers them.
  const [star, member] = [await logIn(url, 8), await logIn(url, 21)]
  const writers: Member[] = []
  const last = Math.min(members, FIRST_WRITER + Math.max(...CLIENTS))
  for (let id = FIRST_WRITER; id < last; id++) writers.push(await logIn(url, id))
  const postAt = async (id: number) =>
    (await fetchJson<{ post: { _id: string } }>(`${url}/api/posts/${id}`)).post._id
  const { posts } = await fetchJson<{ posts: { _id: string }[] }>(
    `${url}/api/posts?limit=${NEWEST}`,
    { headers: { Prefer: 'people=own' } },
  )
  const client = new pg.Client(data)
  await client.connect()
  const { rows } = await client.query<{ cursor: string }>(
    `SELECT value->>'id' || '-' || (value->>'n') AS cursor FROM rows
     WHERE key > 'log/'::bytea ORDER BY key LIMIT 1`,
  )
  await client.end()
  return {
    ...{ url, data, member, star, writers, posts: posts.map(({ _id }) => _id) },
    starPost: await postAt(2 * members - 4),
    post: await postAt(2 * members - 19),
    cursor: String(rows[0]?.cursor),
  }
}

async function logIn(url: string, id: number): Promise<Member> {
  const { user } = await fetchJson<{ user: { _id: string; username: string } }>(
    `${url}/api/users/${id}`,
    { headers: { Prefer: 'people=own' } },
  )
  const body = JSON.stringify({ username: user.username, password: guest.password })
  const { encodedToken } = await fetchJson<{ encodedToken: string }>(`${url}/api/auth/login`, {
    ...{ method: 'POST', body },
    headers: { Prefer: 'people=own' },
  })
  return { _id: user._id, username: user.username, token: encodedToken }
}

/** What the app asks for, by name. */
function requestsOf({ member, star, starPost, post }: Club): Record<string, RawRequest> {
  const { token } = member
  const read = (path: string, by = token): RawRequest => ({ path: `/api${path}`, token: by })
  const write = (path: string, body?: object, by = token): RawRequest => ({
    ...read(path, by),
    method: 'POST',
    body: body && JSON.stringify(body),
  })
  return {
    feed: read('/posts?limit=20'),
    following: read('/posts/following?limit=20'),
    post: read(`/posts/${post}`),
    starPost: read(`/posts/${starPost}`),
    comments: read(`/comments/${starPost}?limit=10`),
    likes: read(`/posts/${starPost}/likes?limit=20`),
    profile: read(`/users/${member._id}`),
    star: read(`/users/${star._id}`),
    starPosts: read(`/posts/user/${star.username}?limit=20`),
    followers: read(`/users/${star._id}/followers?limit=20`),
    people: read('/users?limit=20'),
    searchFrequent: read('/posts?limit=20&search=gearbox'),
    searchRare: read('/posts?limit=20&search=guest'),
    searchNothing: read('/posts?limit=20&search=xylophone'),
    searchSyntax: read('/posts?limit=20&search=avatar'),
    searchUsers: read('/users?limit=20&search=ada'),
    notifications: read('/notifications?limit=20'),
    starNotifications: read('/notifications?limit=20', star.token),
    verify: write('/auth/verify', { encodedToken: token }),
    comment: write(`/comments/add/${post}`, { content: 'Count me in.' }),
    starComment: write(`/comments/add/${starPost}`, { content: 'Count me in.' }),
    dislike: write(`/posts/dislike/${post}`),
    like: write(`/posts/like/${post}`),
    starDislike: write(`/posts/dislike/${starPost}`),
    starLike: write(`/posts/like/${starPost}`),
    join: read(`/replica?viewer=${member._id}`),
  }
}

const full = (name: string) => /^(join|search|notifications)/.test(name)

/**
 * Times in ms and lengths in kB of the requests of one client, each kind for itself.
 * @param isWanted which of them
 */
async function oneByOne(club: Club, isWanted = (_: string) => true) {
  const found: Record<string, number[]> = {}
  const note = (name: string, { ms, bytes }: { ms: number; bytes: number }) => {
    found[name] = [...(found[name] ?? []), ms]
    found[`${name}Bytes`] = [...(found[`${name}Bytes`] ?? []), bytes / 1000]
  }
  // A post can be liked once, and un-liked only after that.
  await Promise.all([like(club, club.post), like(club, club.starPost)])
  const all = Object.entries(requestsOf(club)).filter(([name]) => isWanted(name))
  const isLike = ([name]: (typeof all)[number]) => /like$/i.test(name)
  for (const group of [
    all.filter(isLike),
    ...all.filter((one) => !isLike(one)).map((one) => [one]),
  ]) {
    for (let n = 0; n < TURN; n++) {
      for (const [name, request] of group) note(name, await timed(club.url, request))
    }
  }
  note('catchUp', await catchUp(club))
  return found
}

const like = async ({ url, member: { token } }: Club, post: string) =>
  void (await fetch(`${url}/api/posts/like/${post}`, {
    ...{ method: 'POST', headers: { authorization: token, Prefer: 'return=minimal, people=own' } },
  }))

async function timed(url: string, { path, method, token = '', body }: RawRequest) {
  const start = performance.now()
  const headers = { authorization: token, Prefer: 'return=minimal, people=own' }
  const response = await fetch(url + path, { method, body, headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return { ms: performance.now() - start, bytes: Buffer.byteLength(text), text }
}

/** The syncs of a device that was away for a week, or the first part of a new copy if the club wants that. */
async function catchUp({ url, cursor, member }: Club): Promise<{ ms: number; bytes: number }> {
  const total = { ms: 0, bytes: 0 }
  const add = async (request: RawRequest) => {
    const { ms, bytes, text } = await timed(url, request)
    total.ms += ms
    total.bytes += bytes
    return JSON.parse(text)
  }
  for (let since = cursor; ; ) {
    const body = JSON.stringify({ since, writes: [], viewers: [member._id] })
    const { changes } = await add({ path: '/api/changes', method: 'POST', body })
    if (!changes) await add({ path: `/api/replica?viewer=${member._id}` })
    if (!changes?.more) return total
    since = changes.cursor
  }
}

/** @param suffix of the names of the values */
async function underLoads(clubs: Club[], suffix = ''): Promise<Record<string, number | number[]>> {
  const found: Record<string, number | number[]> = {}
  for (const clients of CLIENTS) {
    for (const [name, value] of Object.entries(await underLoad(clubs, clients)))
      found[`${name}${clients}${suffix}`] = value
  }
  return found
}

/** A mix of requests: six reads and four comments, as many writes as docs/scaling.md assumes. */
async function underLoad(clubs: Club[], clients: number) {
  const usage = startUsage()
  // A small club has many conflicts between writers of neighbouring rows.
  let busy = 0
  const onBusy = () => void busy++
  const each = await Promise.all(
    clubs.map((one, index) => {
      const share = { clients: clients / clubs.length, ms: LOAD_MS, onBusy }
      return loadTimes(one.url, share, mixOf(one, index * share.clients, clients))
    }),
  )
  if (busy > 0)
    console.warn(`${clubs[0]?.data.split('/').at(-1)}: ${busy} requests were refused with 503.`)
  return {
    load: each.reduce((sum, { perSecond }) => sum + perSecond, 0),
    times: each.flatMap(({ times }) => times),
    ...usage(),
  }
}

function mixOf(club: Club, first: number, clients: number) {
  const counts = new Map<number, number>()
  return (client: number): RawRequest => {
    const n = counts.get(client) ?? 0
    counts.set(client, n + 1)
    const member = club.writers[(first + client) % club.writers.length] ?? club.member
    const post = club.posts[(first + client + clients * n) % club.posts.length] ?? club.post
    const own = requestsOf({ ...club, member, post })
    const reads = [own.feed, own.feed, own.feed, own.following, own.star, own.notifications]
    return reads[n % 10] ?? (own.comment as RawRequest)
  }
}
