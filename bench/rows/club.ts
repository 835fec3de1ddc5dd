import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { startPostgres } from '../../server/testing/postgres.ts'
import { createSchema, startProcess, startProgram } from '../../server/testing/processes.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import type { Bench, Samples } from '../bench.ts'
import { fetchJson, load } from '../load.ts'

const FASTIFY = fileURLToPath(new URL('../peers/fastify/main.ts', import.meta.url))
const FASTIFY_PG = fileURLToPath(new URL('../peers/fastify/postgres.ts', import.meta.url))
const FEED = '/api/posts?limit=20'
const CLIENTS = 16
const LOADS = { '': { clients: CLIENTS, ms: 2_000 }, One: { clients: 1, ms: 2_000 } }

/** Requests per second of a club's server, beside Fastify over the same database. */
export async function club(bench: Bench): Promise<Samples> {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-bench-'))
  const postgres = await startPostgres([])
  try {
    const few = await samplesWith(bench, 5, 'Few', folder, postgres.url)
    return { ...few, ...(await samplesWith(bench, 10_000, 'Many', folder, postgres.url)) }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}

async function samplesWith(
  bench: Bench,
  posts: number,
  size: string,
  folder: string,
  postgres: string,
): Promise<Samples> {
  const file = (name: string) => join(folder, `${posts}${name}`)
  const started: { kill(): Promise<void> }[] = []
  /** Starts a club, and a peer with the same data. */
  async function pair(data: string, peer: string, peerData: string) {
    const ours = await startProcess(data)
    started.push(ours)
    const tokens = await fill(ours.url, posts)
    const snapshot = await fetchJson<Snapshot>(`${ours.url}/api/mock/snapshot`)
    writeFileSync(file('.json'), JSON.stringify(snapshot))
    const theirs = await startProgram(peer, [file('.json'), peerData])
    started.push(theirs)
    // The newest users are those who signed up.
    const peerTokens = await fetchJson<string[]>(`${theirs.url}/tokens`)
    const readAs = (url: string, authorization = '') =>
      fetchJson(url + FEED, { headers: { Prefer: 'people=own', authorization } })
    const feeds = [readAs(ours.url, tokens.at(-1)), readAs(theirs.url, peerTokens[0])]
    const [own, other] = await Promise.all(feeds)
    if (!isDeepStrictEqual(own, other)) throw new Error(`${peer} replies with other posts`)
    const ids = snapshot.posts.map(({ _id }) => _id)
    const side = (url: string, tokens: string[]) => {
      const nextLike = liker(tokens, ids)
      return async () => {
        const rates: Record<string, number> = {}
        for (const [clients, amount] of Object.entries(LOADS)) {
          const readFeed = (client: number) => ({ path: FEED, token: tokens[client] })
          rates[`feed${size}${clients}`] = await load(url, amount, readFeed)
          rates[`like${size}${clients}`] = await load(url, amount, nextLike)
        }
        return rates
      }
    }
    return [side(ours.url, tokens), side(theirs.url, peerTokens)] as const
  }
  try {
    const [sqlite, fastify] = await pair(file('.db'), FASTIFY, file('-fastify.db'))
    const [club, peer] = await pair(
      await createSchema(postgres),
      FASTIFY_PG,
      await createSchema(postgres),
    )
    const sides = { sqlite, fastify, postgres: club, pg: peer }
    // The first requests of a process are slower.
    await bench.sample(sides, 1)
    return await bench.sample(sides)
  } finally {
    await Promise.all(started.map(({ kill }) => kill()))
  }
}

/** Replaces the data of a club, and signs up a user for each client. @returns their tokens */
async function fill(url: string, posts: number): Promise<string[]> {
  const post = (path: string, body: object) =>
    fetchJson<{ encodedToken: string }>(url + path, { method: 'POST', body: JSON.stringify(body) })
  await post('/api/mock/reset', { seed: { users: 20, posts } })
  const tokens: string[] = []
  for (let n = 1; n <= CLIENTS; n++) {
    const fields = { username: `client-${n}`, password: 'Bench-1234', name: 'Client' }
    tokens.push((await post('/api/auth/signup', fields)).encodedToken)
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
