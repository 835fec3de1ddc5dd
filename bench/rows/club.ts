import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { startPostgres } from '../../server/testing/postgres.ts'
import { createSchema, startProcess, startProgram } from '../../server/testing/processes.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import type { Benchmark } from '../bench.ts'
import { type Load, load } from '../load.ts'
import { interleave, type Measurement } from '../measurement.ts'

const FASTIFY = fileURLToPath(new URL('../peers/fastify/main.ts', import.meta.url))
const FEED = '/api/posts?limit=20'
const CLIENTS = 16
const USERS = 20

/** One line of the results. `values` and those of the peer have one value for each round. */
type ClubRow = {
  name: string
  unit: '' | 'ms'
  values: number[]
  peer: { name: string; values: number[] }
}

/** Requests per second and p99 of a club's server, with SQLite and with PostgreSQL, beside Fastify with node:sqlite. */
async function clubRows(rounds: number, ms = 2_000): Promise<ClubRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-bench-'))
  const postgres = await startPostgres([])
  try {
    const rows: ClubRow[] = []
    for (const posts of [5, 10_000]) {
      rows.push(...(await rowsWith(posts, { folder, postgres: postgres.url, rounds, ms })))
    }
    return rows
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}

type Given = { folder: string; postgres: string; rounds: number; ms: number }

async function rowsWith(posts: number, { folder, postgres, rounds, ms }: Given) {
  const sqlite = await startProcess(join(folder, `${posts}.db`))
  const pg = await startProcess(await createSchema(postgres))
  const tokens = [await fill(sqlite.url, posts), await fill(pg.url, posts)] as const
  const snapshot = await fetchJson<Snapshot>(sqlite.url, '/api/mock/snapshot')
  const file = join(folder, `${posts}.json`)
  writeFileSync(file, JSON.stringify(snapshot))
  const fastify = await startProgram(FASTIFY, [file, join(folder, `${posts}-fastify.db`)])
  try {
    await mustReplyTheSame(sqlite.url, fastify.url)
    // The newest users are those who signed up.
    const theirs = await fetchJson<string[]>(fastify.url, '/tokens')
    const servers = [
      { url: sqlite.url, tokens: tokens[0] },
      { url: pg.url, tokens: tokens[1] },
      { url: fastify.url, tokens: theirs },
    ]
    const ids = snapshot.posts.map(({ _id }) => _id)
    const reads = servers.map(
      ({ url }) =>
        () =>
          load(url, { clients: CLIENTS, ms }, () => ({ path: FEED })),
    )
    const likes = servers.map(({ url, tokens }) => {
      const next = liker(tokens, ids)
      return () => load(url, { clients: CLIENTS, ms }, next)
    })
    await interleave(1, ...reads, ...likes)
    const [r1 = [], r2 = [], r3 = [], l1 = [], l2 = [], l3 = []] = await interleave(
      rounds,
      ...reads,
      ...likes,
    )
    const size = posts.toLocaleString('en')
    return [
      ...toRows(`SQLite, ${size} posts: a page of the feed`, r1, r3),
      ...toRows(`SQLite, ${size} posts: a like`, l1, l3),
      ...toRows(`PostgreSQL, ${size} posts: a page of the feed`, r2, r3),
      ...toRows(`PostgreSQL, ${size} posts: a like`, l2, l3),
    ]
  } finally {
    await Promise.all([sqlite, pg, fastify].map(({ kill }) => kill()))
  }
}

/** Replaces the data of a club. @returns a token for each client */
async function fill(url: string, posts: number): Promise<string[]> {
  const body = JSON.stringify({ seed: { users: USERS, posts } })
  await fetchJson(url, '/api/mock/reset', { method: 'POST', body })
  return signUp(url)
}

/** Signs up a user for each client, and returns their tokens. */
async function signUp(url: string): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 1; n <= CLIENTS; n++) {
    const fields = { username: `client-${n}`, password: 'Bench-1234', name: 'Client' }
    const init = { method: 'POST', body: JSON.stringify(fields) }
    const reply = await fetchJson<{ encodedToken: string }>(url, '/api/auth/signup', init)
    tokens.push(reply.encodedToken)
  }
  return tokens
}

/** Each client is a user of its own, who likes each post in turn, and then withdraws each like. */
function liker(tokens: string[], posts: string[]) {
  const counts = new Map<number, number>()
  return (client: number) => {
    const n = counts.get(client) ?? 0
    counts.set(client, n + 1)
    const verb = Math.floor(n / posts.length) % 2 ? 'dislike' : 'like'
    const path = `/api/posts/${verb}/${posts[n % posts.length]}`
    return { method: 'POST', path, token: tokens[client] }
  }
}

async function mustReplyTheSame(ours: string, theirs: string): Promise<void> {
  const replies = [await fetchJson(ours, FEED), await fetchJson(theirs, FEED)]
  if (!isDeepStrictEqual(replies[0], replies[1]))
    throw new Error('Fastify replies with other posts')
}

async function fetchJson<Reply = unknown>(
  url: string,
  path: string,
  init?: RequestInit,
): Promise<Reply> {
  const response = await fetch(url + path, init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Reply
}

function toRows(what: string, ours: Load[], theirs: Load[]): ClubRow[] {
  const row = (name: string, unit: '' | 'ms', key: keyof Load): ClubRow => {
    const values = ours.map((one) => one[key])
    return {
      name,
      unit,
      values,
      peer: { name: 'Fastify with node:sqlite', values: theirs.map((one) => one[key]) },
    }
  }
  return [row(`${what}, requests a second`, '', 'perSecond'), row(`${what}, p99`, 'ms', 'p99')]
}

export const club: Benchmark = {
  id: 'club',
  sites: [],
  measure: async ({ runs }) =>
    (await clubRows(runs(5, 2))).map(
      ({ name: what, peer: { name, values: theirs }, ...row }): Measurement => ({
        ...row,
        what,
        beside: { what: name, values: theirs },
      }),
    ),
}
