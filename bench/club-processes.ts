/**
 * `node bench/club-processes.ts`: requests per second and 99th percentile of one and of two processes of a club on
 * one PostgreSQL, which writes to the disk before it answers. Everything runs on this machine.
 */
import { startPostgres } from '../server/testing/postgres.ts'
import { createSchema, startProcess } from '../server/testing/processes.ts'
import { guest } from '../src/contract/guest.ts'

const SECONDS = 3
const CLIENTS = 16
const seed = { users: 50, posts: 500 }

type Answer = { encodedToken: string; posts: { _id: string }[] }

async function send(url: string, path: string, body?: object, token = ''): Promise<Answer> {
  const init = body && { method: 'POST', body: JSON.stringify(body) }
  const headers = { authorization: token, Prefer: 'return=minimal' }
  const response = await fetch(url + path, { ...init, headers })
  const reply = (await response.json()) as Answer
  if (response.status >= 500) throw new Error(JSON.stringify(reply))
  return reply
}

/** Repeats `request` from all clients. */
async function measure(request: (n: number) => Promise<unknown>) {
  const times: number[] = []
  const end = performance.now() + SECONDS * 1000
  let sent = 0
  const client = async () => {
    while (performance.now() < end) {
      const start = performance.now()
      await request(sent++)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const sorted = times.sort((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  return { perSecond: Math.round(times.length / SECONDS), p99: Math.round(p99) }
}

async function measureProcesses(urls: string[]) {
  const urlOf = (n: number) => urls[n % urls.length] ?? ''
  await send(urlOf(0), '/api/mock/reset', { seed })
  const { encodedToken: token } = await send(urlOf(0), '/api/auth/login', guest)
  const { posts } = await send(urlOf(0), '/api/posts')
  const postOf = (n: number) => posts[n % posts.length]?._id
  return {
    feed: await measure((n) => send(urlOf(n), '/api/posts?limit=20')),
    // Each post in turn is liked, then the like is withdrawn.
    like: await measure((n) => {
      const way = Math.floor(n / posts.length) % 2 ? 'dislike' : 'like'
      return send(urlOf(n), `/api/posts/${way}/${postOf(n)}`, {}, token)
    }),
    post: await measure((n) => send(urlOf(n), '/api/posts', { content: `Post ${n}` }, token)),
  }
}

const { url, stop } = await startPostgres([])
const data = await createSchema(url)
const processes = [await startProcess(data), await startProcess(data)]
try {
  for (const count of [1, 2]) {
    const urls = processes.slice(0, count).map((one) => one.url)
    const results = Object.entries(await measureProcesses(urls))
    const parts = results.map(
      ([name, { perSecond, p99 }]) => `${name} ${perSecond}/s, p99 ${p99} ms`,
    )
    process.stdout.write(`${count} process(es): ${parts.join('; ')}\n`)
  }
} finally {
  await Promise.all(processes.map(({ kill }) => kill()))
  await stop()
}
