import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { startProcess, startProgram } from '../../server/testing/processes.ts'
import type { Snapshot } from '../../src/contract/snapshot.ts'
import type { Bench, Samples } from '../bench.ts'
import { fetchJson, load } from '../load.ts'

const FASTIFY = fileURLToPath(new URL('../peers/fastify/main.ts', import.meta.url))
const FEED = '/api/posts?limit=20'
const LOAD = { clients: 16, ms: 2_000 }

/** Requests per second of a club's server on SQLite, beside Fastify with node:sqlite. */
export async function club(bench: Bench): Promise<Samples> {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-bench-'))
  try {
    const few = await samplesWith(bench, 5, 'Few', folder)
    return { ...few, ...(await samplesWith(bench, 10_000, 'Many', folder)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function samplesWith(
  bench: Bench,
  posts: number,
  size: string,
  folder: string,
): Promise<Samples> {
  const file = (name: string) => join(folder, `${posts}${name}`)
  const sqlite = await startProcess(file('.db'))
  const tokens = await fill(sqlite.url, posts)
  const snapshot = await fetchJson<Snapshot>(`${sqlite.url}/api/mock/snapshot`)
  writeFileSync(file('.json'), JSON.stringify(snapshot))
  const fastify = await startProgram(FASTIFY, [file('.json'), file('-fastify.db')])
  try {
    // The newest users are those who signed up.
    const fastifyTokens = await fetchJson<string[]>(`${fastify.url}/tokens`)
    const readAs = (url: string, authorization = '') =>
      fetchJson(url + FEED, { headers: { Prefer: 'people=own', authorization } })
    const feeds = [readAs(sqlite.url, tokens.at(-1)), readAs(fastify.url, fastifyTokens[0])]
    const [ours, theirs] = await Promise.all(feeds)
    if (!isDeepStrictEqual(ours, theirs)) throw new Error('Fastify replies with other posts')
    const ids = snapshot.posts.map(({ _id }) => _id)
    const side = (url: string, tokens: string[]) => {
      const nextLike = liker(tokens, ids)
      return async () => ({
        [`feed${size}`]: await load(url, LOAD, (client) => ({ path: FEED, token: tokens[client] })),
        [`like${size}`]: await load(url, LOAD, nextLike),
      })
    }
    const sides = {
      sqlite: side(sqlite.url, tokens),
      fastify: side(fastify.url, fastifyTokens),
    }
    // The first requests of a process are slower.
    await bench.sample(sides, 1)
    return await bench.sample(sides)
  } finally {
    await Promise.all([sqlite.kill(), fastify.kill()])
  }
}

/** Replaces the data of a club, and signs up a user for each client. @returns their tokens */
async function fill(url: string, posts: number): Promise<string[]> {
  const post = (path: string, body: object) =>
    fetchJson<{ encodedToken: string }>(url + path, { method: 'POST', body: JSON.stringify(body) })
  await post('/api/mock/reset', { seed: { users: 20, posts } })
  const tokens: string[] = []
  for (let n = 1; n <= LOAD.clients; n++) {
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
