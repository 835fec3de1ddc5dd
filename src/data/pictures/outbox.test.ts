import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HttpError, type HttpResponse } from '../../client/http.ts'
import { apiErrors } from '../../contract/errors.ts'
import { drainOutbox } from './outbox.ts'
import { putWaiting, removeWaiting, waitingPictures } from './outbox-store.ts'

const MIRA = 'mira'
const urls = ['/api/uploads/1', '/api/uploads/2', '/api/uploads/3'] as const

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const { url } of await waitingPictures()) await removeWaiting(url)
  for (const url of urls) await putWaiting({ url, userId: MIRA })
})
afterEach(() => vi.restoreAllMocks())

function world() {
  return {
    read: vi.fn(async (url: string): Promise<Blob | undefined> => new Blob([url])),
    upload: vi.fn(async (picture: Blob) => `https://pictures.test${await picture.text()}`),
    move: vi.fn(async (_url: string, _to: string) => undefined),
    report: vi.fn(),
  }
}

const noAnswer = {} as HttpError['config']
const refusal = (status: number) =>
  new HttpError(`Failed with ${status}`, noAnswer, { status } as HttpResponse)

const left = async () => (await waitingPictures()).map(({ url }) => url)

test('every waiting picture is uploaded, moved and removed from the outbox (R10.6)', async () => {
  const { read, upload, move, report } = world()
  expect(await drainOutbox(MIRA, { read, upload, move, report })).toEqual({
    moved: 3,
    failed: false,
  })
  expect(move.mock.calls).toEqual(urls.map((url) => [url, `https://pictures.test${url}`]))
  expect(await left()).toEqual([])
})

test('the pictures of another user wait until that user logs in', async () => {
  const { read, upload, move, report } = world()
  expect(await drainOutbox('theo', { read, upload, move, report })).toEqual({
    moved: 0,
    failed: false,
  })
  expect(upload).not.toHaveBeenCalled()
  expect(await left()).toEqual(urls)
})

test('a picture that the host rejects stays in the outbox and does not delay others', async () => {
  const { read, upload, move, report } = world()
  upload.mockRejectedValueOnce(new Error('Off'))
  expect(await drainOutbox(MIRA, { read, upload, move, report })).toEqual({
    moved: 2,
    failed: true,
  })
  expect(await left()).toEqual([urls[0]])
  expect(await drainOutbox(MIRA, { read, upload, move, report })).toEqual({
    moved: 1,
    failed: false,
  })
  expect(upload).toHaveBeenCalledTimes(4)
})

test('a picture that was uploaded but could not be moved is not uploaded again', async () => {
  const { read, upload, move, report } = world()
  move.mockRejectedValueOnce(new Error('Died'))
  expect(await drainOutbox(MIRA, { read, upload, move, report })).toEqual({
    moved: 2,
    failed: true,
  })
  await drainOutbox(MIRA, { read, upload, move, report })
  expect(upload).toHaveBeenCalledTimes(3)
  expect(move).toHaveBeenCalledTimes(4)
  expect(move.mock.calls[3]).toEqual(move.mock.calls[0])
})

test('a picture that was deleted from the device is removed from the outbox', async () => {
  const { read, upload, move, report } = world()
  read.mockResolvedValueOnce(undefined)
  expect(await drainOutbox(MIRA, { read, upload, move, report })).toEqual({
    moved: 2,
    failed: false,
  })
  expect(upload).toHaveBeenCalledTimes(2)
  expect(await left()).toEqual([])
})

test('two tabs upload each picture once', async () => {
  const { read, upload, move, report } = world()
  const tabs = [1, 2].map(() => drainOutbox(MIRA, { read, upload, move, report }))
  const moved = (await Promise.all(tabs)).map((drained) => drained.moved)
  expect(moved.sort()).toEqual([0, 3])
  expect(upload).toHaveBeenCalledTimes(3)
})

test.each([
  ['no reply', new HttpError('Network Error', noAnswer)],
  ['503', refusal(503)],
  ['429', refusal(429)],
])('a host that returns %s is tried without limit', async (_name, error) => {
  const { read, upload, move, report } = world()
  upload.mockRejectedValue(error)
  for (let round = 0; round < 7; round++) await drainOutbox(MIRA, { read, upload, move, report })
  expect(upload).toHaveBeenCalledTimes(7 * urls.length)
  expect(report).not.toHaveBeenCalled()
})

test('a picture that the host rejects five times is given up, reported once, and does not delay others', async () => {
  const { read, upload, move, report } = world()
  upload.mockImplementation(async (picture) => {
    if ((await picture.text()) === urls[0]) throw refusal(400)
    return 'https://pictures.test'
  })
  for (let round = 0; round < 7; round++) await drainOutbox(MIRA, { read, upload, move, report })
  expect(upload).toHaveBeenCalledTimes(5 + 2)
  expect(report.mock.calls).toEqual([['status code 400']])
  expect(await waitingPictures()).toMatchObject([
    { url: urls[0], refusals: 5, reason: 'status code 400' },
  ])
})

describe('the back end of this device', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** The reply of the worker, or of a host without it, to every request. */
  function answering(status: number, body: string) {
    const fetch = vi.fn(async () => new Response(body, { status }))
    vi.stubGlobal('fetch', fetch)
    vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker: { controller: {} } })
    vi.stubGlobal('document', { cookie: '' })
    vi.stubGlobal('location', new URL('http://localhost'))
    return fetch
  }
  const unknown = JSON.stringify({ error: [apiErrors.unknownUpload.text] })

  test('does not have the picture: it is removed from the outbox', async () => {
    answering(404, unknown)
    await drainOutbox(MIRA)
    expect(await left()).toEqual([])
    await putWaiting({ url: urls[0], userId: MIRA, uploadedTo: 'https://a.test' })
    await drainOutbox(MIRA)
    expect(await left()).toEqual([])
  })

  test.each([
    [404, '<!doctype html>', "a host's own page"],
    [404, JSON.stringify({ error: [apiErrors.notRegistered.text] }), 'a session that is over'],
    [500, unknown, 'a failure'],
  ])('answers %d %s, %s: the picture waits on', async (status, body) => {
    const fetch = answering(status, body)
    expect(await drainOutbox(MIRA)).toEqual({ moved: 0, failed: true })
    expect(fetch).toHaveBeenCalledTimes(urls.length)
    expect(await left()).toEqual(urls)
    // Nor if it only has to be moved.
    for (const url of urls) await putWaiting({ url, userId: MIRA, uploadedTo: 'https://a.test' })
    expect(await drainOutbox(MIRA)).toEqual({ moved: 0, failed: true })
    expect(await left()).toEqual(urls)
  })
})
