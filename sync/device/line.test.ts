import { expect, it, onTestFinished, vi } from 'vitest'
import { CLUB_HEADER } from '../../src/contract/changes.ts'
import { askClub, askForPicture, busyClub, LineError } from './line.ts'

const HTML = '<!doctype html><title>Log in to the Wi-Fi</title>'
const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => expect.fail('it was accepted'),
    (error) => (error instanceof LineError ? error : expect.fail(String(error))),
  )
const replying = (body: BodyInit | null, init?: ResponseInit) => async () =>
  new Response(body, init)

it.each([
  ['HTML with 200', HTML, { status: 200, headers: { 'Content-Type': 'text/html' } }, 'intercepted'],
  ['JSON with 200', '{}', { status: 200 }, 'intercepted'],
  ['403', '', { status: 403 }, 'intercepted'],
  ['404', '', { status: 404 }, 'intercepted'],
  ['511', HTML, { status: 511 }, 'intercepted'],
  ['413', '', { status: 413 }, 'tooLarge'],
  ['502', '', { status: 502 }, 'noReply'],
  ['503', '', { status: 503 }, 'noReply'],
  ['504', '', { status: 504 }, 'noReply'],
])('a reply that is not from the club is not accepted: %s', async (_name, body, init, problem) => {
  const error = await failureOf(askClub(replying(body, init), '/api/changes'))
  expect(error).toMatchObject({ problem, hasReply: true })
})

it('a redirect is not followed: the body would go to a stranger', async () => {
  const send = vi.fn(replying(null, { status: 302, headers: { Location: 'http://login.test' } }))
  await failureOf(askClub(send, '/api/changes', { method: 'POST' }))
  expect(send).toHaveBeenCalledWith('/api/changes', expect.objectContaining({ redirect: 'manual' }))
})

it('a failure of the club itself is accepted', async () => {
  const headers = { [CLUB_HEADER]: 'id' }
  const response = await askClub(replying('{"error":[""]}', { status: 500, headers }), '/api/posts')
  expect(response.status).toBe(500)
})

/** Never replies. Ends when it is aborted, as `fetch` does. */
const hanging = (_: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
  })

function useFakeTimers() {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  onTestFinished(() => void vi.useRealTimers())
}

it.each([
  [0, 30_000],
  [500_000, 130_000],
])('a request of %i bytes that is never answered ends after %i ms', async (length, limit) => {
  useFakeTimers()
  let error: LineError | undefined
  const asking = failureOf(askClub(hanging, '/api/uploads', {}, length)).then((thrown) => {
    error = thrown
  })
  await vi.advanceTimersByTimeAsync(limit - 1)
  expect(error).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await asking
  expect(error).toMatchObject({ problem: 'noReply', hasReply: false })
})

it.each([
  ['stops', 0, 30_000],
  ['comes in drops', 20_000, 300_000],
])('a reply that %s has an end, too', async (_name, drop, limit) => {
  useFakeTimers()
  const send = async (_: unknown, init?: RequestInit) => {
    const body = new ReadableStream({
      start(controller) {
        const dropping = drop && setInterval(() => controller.enqueue(new Uint8Array(1)), drop)
        init?.signal?.addEventListener('abort', () => {
          clearInterval(dropping)
          controller.error(init.signal?.reason)
        })
      },
    })
    return new Response(body, { headers: { [CLUB_HEADER]: 'id' } })
  }
  let isOver = false
  const asking = failureOf(askClub(send, '/api/replica')).then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(limit - 1)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await asking
})

it('without a network, the device is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  onTestFinished(() => void vi.unstubAllGlobals())
  const send = async () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await failureOf(askClub(send, '/api/changes'))).toMatchObject({ problem: 'offline' })
})

it('a picture of the image host is a picture, a log-in page is none', async () => {
  const request = new Request('http://club.test/api/uploads/1')
  const image = replying('GIF', { headers: { 'Content-Type': 'image/gif' } })
  expect((await askForPicture(image, request)).ok).toBe(true)
  const elsewhere = { type: 'opaque', body: null, status: 0, headers: new Headers() } as Response
  expect(await askForPicture(async () => elsewhere, request)).toBe(elsewhere)
  const page = replying(HTML, { headers: { 'Content-Type': 'text/html' } })
  expect(await failureOf(askForPicture(page, request))).toMatchObject({ problem: 'intercepted' })
})

it.each([
  ['30', 30_000],
  ['86400', 600_000],
  ['-1', 0],
  ['soon', 0],
  ['', 0],
])('the pause of Retry-After: %j is %i ms', (text, pause) => {
  const headers = { 'Retry-After': text }
  expect(busyClub(new Response('', { status: 503, headers })).retryAfter).toBe(pause)
})

it('the pause of Retry-After may be a date', () => {
  useFakeTimers()
  vi.setSystemTime(Date.UTC(2026, 10, 23))
  const headers = { 'Retry-After': 'Mon, 23 Nov 2026 00:00:20 GMT' }
  expect(busyClub(new Response('', { status: 429, headers })).retryAfter).toBe(20_000)
})
