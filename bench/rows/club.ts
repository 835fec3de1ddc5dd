import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { startPostgres } from '../../server/testing/postgres.ts'
import { createSchema, startProcess, startProgram } from '../../server/testing/processes.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import type { Bench, Samples } from '../bench.ts'
import { load } from '../load.ts'

const FASTIFY = fileURLToPath(new URL('../peers/fastify/main.ts', import.meta.url))
const FEED = '/api/posts?limit=20'
const CLIENTS = 16
const USERS = 20
/** The length of one measurement. */
const MS = 2_000

/**
 * Requests per second and p99 of a club's server, with SQLite and with PostgreSQL, beside Fastify with node:sqlite; and
 * of two processes on the same PostgreSQL.
 */
export async function club(bench: Bench): Promise<Samples> {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-bench-'))
  const postgres = await startPostgres([])
  try {
    return {
      ...(await samplesWith(5, 'Few', { bench, folder, postgres: postgres.url })),
      ...(await samplesWith(10_000, 'Many', { bench, folder, postgres: postgres.url })),
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}

type Given = { bench: Bench; folder: string; postgres: string }

async function samplesWith(
  posts: number,
  size: string,
  { bench, folder, postgres }: Given,
): Promise<Samples> {
  const sqlite = await startProcess(join(folder, `${posts}.db`))
  const schema = await createSchema(postgres)
  const pg = await startProcess(schema)
  const pg2 = await startProcess(schema)
  const tokens = [await fill(sqlite.url, posts), await fill(pg.url, posts)] as const
  const snapshot = await fetchJson<Snapshot>(sqlite.url, '/api/mock/snapshot')
  const file = join(folder, `${posts}.json`)
  writeFileSync(file, JSON.stringify(snapshot))
  const fastify = await startProgram(FASTIFY, [file, join(folder, `${posts}-fastify.db`)])
  try {
    await mustReplyTheSame(sqlite.url, fastify.url)
    // The newest users are those who signed up.
    const theirs = await fetchJson<string[]>(fastify.url, '/tokens')
    const ids = snapshot.posts.map(({ _id }) => _id)
    const side = (urls: string[], nextLike: ReturnType<typeof liker>) => {
      return async () => {
        const feed = await load(urls, { clients: CLIENTS, ms: MS }, () => ({ path: FEED }))
        const like = await load(urls, { clients: CLIENTS, ms: MS }, nextLike)
        return {
          [`feed${size}`]: feed.perSecond,
          [`feedP99${size}`]: feed.p99,
          [`like${size}`]: like.perSecond,
          [`likeP99${size}`]: like.p99,
        }
      }
    }
    // Both have the same data, in which a post can be liked once.
    const likePg = liker(tokens[1], ids)
    const sides = {
      sqlite: side([sqlite.url], liker(tokens[0], ids)),
      postgres: side([pg.url], likePg),
      twoProcesses: side([pg.url, pg2.url], likePg),
      fastify: side([fastify.url], liker(theirs, ids)),
    }
    // The first requests of a process are slower.
    await bench.sample(sides, 1)
    return await bench.sample(sides)
  } finally {
    await Promise.all([sqlite, pg, pg2, fastify].map(({ kill }) => kill()))
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
