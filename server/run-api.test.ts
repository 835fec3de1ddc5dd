import { expect, onTestFinished, test } from 'vitest'
import { guest } from '../src/contract/guest.ts'
import { rawConnection } from './testing/http-api.ts'
import { newFolder, runApi } from './testing/run-api.ts'

/** A process starts slowly on a busy machine. */
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
  'an answered write and the session survive when the process is killed',
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
  'the server replies to received requests before it ends',
  async () => {
    const data = folder()
    const api = await running(data)
    const { encodedToken } = await api.post('/auth/login', guest)
    await api.post('/mock/settings', { delay: 300 })
    const posting = fetch(`${api.url}/api/posts`, {
      method: 'POST',
      headers: { authorization: encodedToken },
      body: JSON.stringify({ content: 'On the way' }),
    })
    // A control has no delay: when its reply arrives, the server has received the post before it.
    await fetch(`${api.url}/api/mock`)
    const ended = api.end('SIGTERM')
    const reply = await posting
    // A load balancer then sends the next request to another process.
    expect(reply.headers.get('Connection')).toBe('close')
    expect((await reply.json()).posts[0].content).toBe('On the way')
    expect(await ended).toEqual([0, null])
  },
  LIMIT_MS,
)

test(
  'SIGTERM, SIGINT and SIGHUP end a process within 5 seconds whatever clients do, and no answered write is lost',
  async () => {
    // At the same time, because each process waits for its clients.
    await Promise.all([endsWith('SIGTERM'), endsWith('SIGINT'), endsWith('SIGHUP')])
  },
  LIMIT_MS,
)

async function endsWith(signal: NodeJS.Signals): Promise<void> {
  const data = folder()
  const api = await running(data)
  const { encodedToken } = await api.post('/auth/login', guest)
  await api.post('/posts', { content: 'Answered before' }, encodedToken)
  await api.post('/mock/settings', { delay: 60_000 })
  const sockets = [
    '',
    'GET /api/posts HTTP/1.1\r\nHost: loc',
    'POST /api/posts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{"con',
    'GET /api/mock HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n',
    'GET /api/posts HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50),
  ].map((sent) => {
    const socket = rawConnection(api.url)
    socket.pause()
    socket.write(sent)
    return socket
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await fetch(`${api.url}/api/mock`)
  const asked = performance.now()
  expect(await api.end(signal)).toEqual([0, null])
  expect(performance.now() - asked).toBeLessThan(5_000)
  const second = await running(data)
  await second.post('/mock/settings', { delay: 0 })
  expect((await second.contents())[0]).toBe('Answered before')
}

test(
  'the printed examples contain the address and the guest',
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
  'a second server for the same data, or an unknown option, ends with an error message',
  async () => {
    const data = folder()
    await running(data)
    await Promise.all([
      expect(running(data)).rejects.toThrow('Another process is using this data file.'),
      expect(running(data, '--speed', '9')).rejects.toThrow('All options: --help'),
    ])
  },
  LIMIT_MS,
)

test(
  'a request that is not HTTP gets its reply, whatever it sends after its first line',
  async () => {
    const { url } = await running(folder())
    // A method in lower case, which clients send as it is. In another process, the body arrives after the refusal.
    for (let count = 0; count < 50; count++) {
      const body = new FormData()
      body.append('file', new Blob(['PNG']))
      expect((await fetch(url, { method: 'patch', body })).status).toBe(400)
    }
  },
  LIMIT_MS,
)

test(
  'the password of an account that is made at the start is printed, and logs in',
  async () => {
    const api = await running(folder(), '--account', 'ada')
    const [, password = ''] = /Account ada, password (\S+)/.exec(api.printed()) ?? []
    expect(await api.post('/auth/login', { username: 'ada', password })).toMatchObject({
      foundUser: { username: 'ada' },
    })
  },
  LIMIT_MS,
)
