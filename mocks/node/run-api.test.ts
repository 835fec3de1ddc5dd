import { expect, onTestFinished, test } from 'vitest'
import { guest } from '../../src/contract/guest.ts'
import { newFolder, runApi } from './testing/run-api.ts'

/** A process takes as long to start as the machine has else to do. */
const LIMIT_MS = 30_000

async function running(data: string, ...options: string[]) {
  const api = await runApi(data, ...options)
  onTestFinished(() => void api.end('SIGKILL'))
  const post = async (path: string, body: object, token = '') => {
    const init = { method: 'POST', headers: { authorization: token }, body: JSON.stringify(body) }
    return (await fetch(`${api.url}/api${path}`, init)).json()
  }
  const contents = async (): Promise<string[]> => {
    const { posts } = await (await fetch(`${api.url}/api/posts`)).json()
    return posts.map(({ content }: { content: string }) => content)
  }
  return { ...api, post, contents }
}

function folder(): string {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  return data
}

test(
  'an answered write, and the session, survive that the process is killed',
  async () => {
    const data = folder()
    const first = await running(data)
    const { encodedToken } = await first.post('/auth/login', guest)
    await first.post('/posts', { content: 'Still here' }, encodedToken)
    expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL'])

    const second = await running(data)
    expect((await second.contents())[0]).toBe('Still here')
    expect(await second.post('/auth/verify', { encodedToken })).toMatchObject({
      user: { username: guest.username },
    })
  },
  LIMIT_MS,
)

test(
  'the server answers what has come before it ends',
  async () => {
    const data = folder()
    const api = await running(data)
    const { encodedToken } = await api.post('/auth/login', guest)
    await api.post('/mock/settings', { delay: 300 })
    const posting = api.post('/posts', { content: 'On the way' }, encodedToken)
    // A control has no delay: when it is answered, the post before it has come.
    await fetch(`${api.url}/api/mock`)
    const ended = api.end('SIGTERM')
    expect((await posting).posts[0].content).toBe('On the way')
    expect(await ended).toEqual([0, null])
  },
  LIMIT_MS,
)

test(
  'the examples that are printed name the address and the guest',
  async () => {
    const { url, printed } = await running(folder())
    expect(url).toMatch(/^http:\/\/localhost:\d+$/)
    expect(printed()).toContain(`curl '${url}/api/posts?limit=1'`)
    expect(printed()).toContain(`curl ${url}/api/auth/login -d '${JSON.stringify(guest)}'`)
    expect(printed()).not.toContain('Warning')
  },
  LIMIT_MS,
)

test(
  'a second server for the same data, or an unknown option, is told why not',
  async () => {
    const data = folder()
    await running(data)
    await Promise.all([
      expect(running(data)).rejects.toThrow('Another process uses this file of data.'),
      expect(running(data, '--speed', '9')).rejects.toThrow('npm run api -- [options]'),
    ])
  },
  LIMIT_MS,
)
