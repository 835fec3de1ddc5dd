import { expect, test, vi } from 'vitest'
import { memoryStore } from '../data/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { fileOf, picture, starts } from '../testing/picture.ts'
import { contentsOf } from '../testing/stores.ts'

async function guestApi(store = memoryStore()) {
  const api = testApi(store)
  const { token } = await api.logIn()
  const send = (file: Blob) => api.call('POST /api/uploads', { body: { file }, token })
  const read = (id: string) => api.call('GET /api/uploads/:id', { params: { id } })
  return { ...api, store, token, sendPicture: send, read }
}

test.each(Object.entries(starts))('%s is kept and comes back as it was', async (type, start) => {
  const { sendPicture, read } = await guestApi()
  const sent = fileOf(start, { size: 5000, name: 'a.txt', type: 'text/html' })
  const { status, data } = await sendPicture(sent)
  expect([status, data.secure_url]).toEqual([
    201,
    expect.stringMatching(/^\/api\/uploads\/[0-9a-f-]{36}$/),
  ])
  const answer = await read(data.secure_url.slice('/api/uploads/'.length))
  expect(answer.headers.get('Content-Type')).toBe(type)
  expect(await answer.data.bytes()).toEqual(await sent.bytes())
})

test.each([
  ['SVG, which can run scripts', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
  ['XML', '<?xml version="1.0"?><svg/>'],
  ['HTML', '<!doctype html><img>'],
  ['PDF', '%PDF-1.7'],
  ['another RIFF, such as sound', 'RIFF\x24\0\0\0WAVEfmt '],
  ['a film in the box of AVIF', '\0\0\0\x1cftypisom\0\0\0\0'],
  ['a picture behind something else', ' \x89PNG\r\n\x1a\n'],
  ['half a start', '\x89PN'],
  ['nothing', ''],
])('%s is refused, whatever it is called', async (_what, start) => {
  const { sendPicture, store } = await guestApi()
  const before = await contentsOf(store)
  const { status, error } = await sendPicture(fileOf(start, { name: 'a.png', type: 'image/png' }))
  expect(status).toBe(400)
  expect(error).toEqual(['This file is not a PNG, JPEG, WebP, GIF or AVIF picture.'])
  expect(await contentsOf(store)).toEqual(before)
})

test('a picture of 10 MB is kept, a byte more is refused', async () => {
  const { sendPicture } = await guestApi()
  const ofSize = (size: number) => sendPicture(fileOf(starts['image/png'], { size }))
  expect((await ofSize(10_000_000)).status).toBe(201)
  const { status, error } = await ofSize(10_000_001)
  expect([status, error]).toEqual([413, ['This picture is larger than 10 MB.']])
})

test('a picture runs nothing when it is opened in a tab of its own', async () => {
  const { read, upload, token } = await guestApi()
  const { headers } = await read((await upload(token))._id)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'")
})

test('the fields of the image host are taken and everything else is ignored', async () => {
  const { call, token } = await guestApi()
  const fields = { cloud_name: 'garage', upload_preset: 'rides', folder: 'x' }
  const body = { file: picture(), ...fields }
  expect((await call('POST /api/uploads', { body, token })).status).toBe(201)
})

test('no other call reads a picture', async () => {
  const store = memoryStore()
  const { call, upload, token, logIn } = await guestApi(store)
  const { _id, url: imageUrl } = await upload(token)
  await call('POST /api/posts', { body: { content: 'Look', imageUrl }, token })
  const read = vi.spyOn(store, 'read')
  const scan = vi.spyOn(store, 'scan')
  await logIn()
  const names = ['GET /api/posts', 'GET /api/users', 'GET /api/users/bookmark'] as const
  for (const name of names) await call<(typeof names)[number]>(name, { token })
  const keys = read.mock.calls.flatMap(([several]) => several)
  const prefixes = scan.mock.calls.map(([prefix]) => prefix)
  expect(_id).toBeTruthy()
  expect([...keys, ...prefixes].filter((key) => key.startsWith('uploads/'))).toEqual([])
})
