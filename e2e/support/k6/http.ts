import { spawnSync } from 'node:child_process'

type Params = { headers?: Record<string, string> }

/** k6 is synchronous, `fetch` is not: a process of its own makes the request. */
const FETCH = `
const { url, ...init } = JSON.parse(process.argv[1])
const response = await fetch(url, init)
process.stdout.write(JSON.stringify({ status: response.status, body: await response.text() }))`

function request(method: string, url: string, body?: string, { headers }: Params = {}) {
  const input = JSON.stringify({ url, method, body, headers })
  const args = ['--input-type=module', '--eval', FETCH, input]
  const {
    status: exitCode,
    stdout,
    stderr,
  } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  if (exitCode !== 0) throw new Error(`${method} ${url}: ${stderr}`)
  const { status, body: text }: { status: number; body: string } = JSON.parse(stdout)
  return {
    status,
    body: text,
    /** @param path such as `posts.0._id` */
    json: (path = '') =>
      path
        .split('.')
        .filter(Boolean)
        .reduce((value, key) => value?.[key], JSON.parse(text)),
  }
}

// biome-ignore lint/style/noDefaultExport: as k6/http
export default {
  get: (url: string, params?: Params) => request('GET', url, undefined, params),
  post: (url: string, body?: string, params?: Params) => request('POST', url, body, params),
}
