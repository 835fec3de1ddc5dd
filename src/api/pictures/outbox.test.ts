import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
  }
}

const left = async () => (await waitingPictures()).map(({ url }) => url)

test('every picture that waits is uploaded, moved and forgotten', async () => {
  const { read, upload, move } = world()
  expect(await drainOutbox(MIRA, { read, upload, move })).toEqual({ moved: 3, failed: false })
  expect(move.mock.calls).toEqual(urls.map((url) => [url, `https://pictures.test${url}`]))
  expect(await left()).toEqual([])
})

test('the pictures of somebody else wait for them', async () => {
  const { read, upload, move } = world()
  expect(await drainOutbox('theo', { read, upload, move })).toEqual({ moved: 0, failed: false })
  expect(upload).not.toHaveBeenCalled()
  expect(await left()).toEqual(urls)
})

test('a picture that the host does not take waits on and holds up no other', async () => {
  const { read, upload, move } = world()
  upload.mockRejectedValueOnce(new Error('Off'))
  expect(await drainOutbox(MIRA, { read, upload, move })).toEqual({ moved: 2, failed: true })
  expect(await left()).toEqual([urls[0]])
  expect(await drainOutbox(MIRA, { read, upload, move })).toEqual({ moved: 1, failed: false })
  expect(upload).toHaveBeenCalledTimes(4)
})

test('a picture that was uploaded but could not be moved is not uploaded again', async () => {
  const { read, upload, move } = world()
  move.mockRejectedValueOnce(new Error('Died'))
  expect(await drainOutbox(MIRA, { read, upload, move })).toEqual({ moved: 2, failed: true })
  await drainOutbox(MIRA, { read, upload, move })
  expect(upload).toHaveBeenCalledTimes(3)
  expect(move).toHaveBeenCalledTimes(4)
  expect(move.mock.calls[3]).toEqual(move.mock.calls[0])
})

test('a picture that is gone from the device is forgotten', async () => {
  const { read, upload, move } = world()
  read.mockResolvedValueOnce(undefined)
  expect(await drainOutbox(MIRA, { read, upload, move })).toEqual({ moved: 2, failed: false })
  expect(upload).toHaveBeenCalledTimes(2)
  expect(await left()).toEqual([])
})

test('two tabs upload each picture once', async () => {
  const { read, upload, move } = world()
  const tabs = [1, 2].map(() => drainOutbox(MIRA, { read, upload, move }))
  const moved = (await Promise.all(tabs)).map((drained) => drained.moved)
  expect(moved.sort()).toEqual([0, 3])
  expect(upload).toHaveBeenCalledTimes(3)
})
