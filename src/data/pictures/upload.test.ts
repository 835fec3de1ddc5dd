import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HttpError } from '../../client/http.ts'
import { keepOnDevice, uploadToHost } from './upload.ts'

type Sent = { url: string; headers: Record<string, string> }
type Answer = { status: number; response: unknown; headers: string }

const sent: Sent[] = []
let answer: Answer | 'none'

/** The parts of XMLHttpRequest that an upload uses; it replies, or times out, at once. */
class FakeRequest {
  #sent: Sent = { url: '', headers: {} }
  readonly upload = {}
  onload = () => {}
  onloadend = () => {}
  ontimeout = () => {}
  timeout = 0
  readonly #answer = answer === 'none' ? undefined : answer
  status = this.#answer?.status
  statusText = ''
  response = this.#answer?.response

  open(_method: string, url: string) {
    this.#sent.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.#sent.headers[name.toLowerCase()] = value
  }
  getAllResponseHeaders = () => this.#answer?.headers
  send() {
    sent.push(this.#sent)
    if (this.#answer) this.onload()
    else if (this.timeout) this.ontimeout()
    this.onloadend()
  }
}

const picture = new Blob(['RIFF'], { type: 'image/webp' })

beforeEach(() => {
  sent.length = 0
  answer = { status: 201, response: { secure_url: '/api/uploads/1' }, headers: '' }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', new URL('https://app.test/homePage'))
  vi.stubGlobal('localStorage', { getItem: () => 'token-1' })
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('an upload to the API carries the headers of every other write', async () => {
  expect(await keepOnDevice(picture, { key: 'draft-1' })).toBe('/api/uploads/1')
  await keepOnDevice(picture)
  const [first, second] = sent
  expect(first?.url).toBe('/api/uploads')
  expect(first?.headers).toMatchObject({ authorization: 'token-1', 'idempotency-key': 'draft-1' })
  expect(Object.keys(first?.headers ?? {})).toEqual(
    expect.arrayContaining(['app-build', 'app-tab']),
  )
  expect(second?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
})

test('the image host gets neither the token nor our other headers', async () => {
  vi.stubEnv('VITE_UPLOAD_URL', 'https://pictures.test/upload')
  await uploadToHost(picture)
  expect(sent).toEqual([{ url: 'https://pictures.test/upload', headers: {} }])
})

test('when a worker of another build rejects an upload, the page leaves its build (R16.6)', async () => {
  answer = { status: 409, response: { error: [''] }, headers: 'app-build: newer\r\nx: y: z\r\n' }
  // The page reloads once for this, which has happened before, so the caller gets the error.
  const getItem = vi.fn(() => 'before')
  vi.stubGlobal('sessionStorage', { getItem })
  await expect(keepOnDevice(picture)).rejects.toThrow()
  expect(getItem).toHaveBeenCalledWith(expect.stringContaining('worker newer'))
})

test('an upload to the API that gets no reply ends', async () => {
  answer = 'none'
  await expect(keepOnDevice(picture)).rejects.toThrow('timeout of 180000ms exceeded')
})

test.each([
  [200, '/api/uploads/1', true],
  [299, '/api/uploads/1', true],
  [200, undefined, false],
  [201, { href: '/api/uploads/1' }, false],
  [199, '/api/uploads/1', false],
  [300, '/api/uploads/1', false],
  [500, '/api/uploads/1', false],
])('a reply of status %i with the address %j is taken: %j', async (status, address, isTaken) => {
  answer = { status, response: { secure_url: address }, headers: '' }
  const uploaded = await keepOnDevice(picture).catch(({ response }) => response.status)
  expect(uploaded).toBe(isTaken ? address : status)
})

test('a rejection without a build is an error with the response', async () => {
  answer = { status: 413, response: { error: ['Too large'] }, headers: '' }
  const error = await keepOnDevice(picture).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(HttpError)
  expect(error.response).toMatchObject({ status: 413, data: { error: ['Too large'] } })
})
