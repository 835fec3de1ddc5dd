import { expect, test, vi } from 'vitest'
import { apiErrors } from '../../src/contract/errors.ts'
import type { Host } from '../host.ts'
import { memoryStore } from '../store/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { fileOf, picture, starts } from '../testing/picture.ts'
import { valuesUnder } from '../testing/stores.ts'

async function guestApi(store = memoryStore()) {
  const api = testApi(store)
  const { token } = await api.logIn()
  const send = (file: Blob) => api.call('POST /api/uploads', { body: { file }, token })
  const read = (id: string) => api.call('GET /api/uploads/:id', { params: { id } })
  return { ...api, store, token, sendPicture: send, read }
}

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
])('%s is rejected, whatever its declared type (R10.8)', async (_what, start) => {
  const { sendPicture, store } = await guestApi()
  const before = await valuesUnder(store)
  const { status, error } = await sendPicture(fileOf(start, { name: 'a.png', type: 'image/png' }))
  expect(status).toBe(400)
  expect(error).toEqual(["This file isn't a PNG, JPEG, WebP, GIF or AVIF picture."])
  expect(await valuesUnder(store)).toEqual(before)
})

test('a picture of 10 MB is stored, one byte more is rejected (R10.8, R15.10)', async () => {
  const { sendPicture } = await guestApi()
  const ofSize = (size: number) => sendPicture(fileOf(starts['image/png'], { size }))
  expect((await ofSize(10_000_000)).status).toBe(201)
  const { status, error } = await ofSize(10_000_001)
  expect([status, error]).toEqual([413, ['This picture is larger than 10 MB.']])
})

test('a picture opened in its own tab cannot run scripts', async () => {
  const { read, upload, token } = await guestApi()
  const { headers } = await read((await upload(token))._id)
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Security-Policy')).toBe("sandbox; default-src 'none'")
})

test('the fields of the image host are accepted and all others ignored', async () => {
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
  const prefixes = scan.mock.calls.flatMap(([ranges]) => ranges.map(({ prefix }) => prefix))
  expect(_id).toBeTruthy()
  expect([...keys, ...prefixes].filter((key) => key.startsWith('uploads/'))).toEqual([])
})

const CLOUD = 'https://pictures.test/v1/ride.webp'

async function movedApi(host?: Partial<Host>) {
  const store = memoryStore()
  const api = testApi(store, host)
  const { user, token } = await api.logIn()
  const kept = await api.upload(token)
  const post = async (imageUrl: string) =>
    (await api.call('POST /api/posts', { body: { content: 'Look', imageUrl }, token })).data
      .posts[0]
  const move = (id = kept._id, by = token, secure_url = CLOUD) => {
    const options = { params: { id }, body: { secure_url }, token: by }
    return api.call('POST /api/uploads/:id/moved', options)
  }
  return { ...api, store, user, token, kept, post, move }
}

test('every post, comment, profile photo and cover that shows a moved picture is updated', async () => {
  const { call, signUp, readPost, readUser, user, token, kept, post, move } = await movedApi()
  const ada = await signUp('ada')
  const photos = { profilePhoto: { chosen: kept.url }, coverPhoto: { chosen: kept.url } }
  for (const by of [token, ada.token]) {
    await call('POST /api/users/edit', { body: { userData: photos }, token: by })
  }
  await post(kept.url)
  await post(kept.url)
  const onFirst = { params: { postId: '1' }, body: { content: '', imageUrl: kept.url } }
  await call('POST /api/comments/add/:postId', { ...onFirst, token: ada.token })

  const { status, data } = await move()
  expect([status, data]).toEqual([201, { secure_url: CLOUD }])
  for (const id of ['6', '7']) expect((await readPost(id)).imageUrl).toBe(CLOUD)
  expect((await readPost('1')).comments[0]?.imageUrl).toBe(CLOUD)
  for (const id of [user._id, ada.user._id]) {
    const { profilePhoto, coverPhoto } = await readUser(id)
    expect([profilePhoto.chosen, coverPhoto.chosen]).toEqual([CLOUD, CLOUD])
  }
})

test('other pictures, and texts that contain the address, stay unchanged', async () => {
  const { call, upload, readPost, readUser, user, token, kept, post, move } = await movedApi()
  const other = await upload(token)
  await post(other.url)
  await call('POST /api/posts', { body: { content: kept.url }, token })
  const { profilePhoto } = await readUser(user._id)
  await move()
  expect((await readPost('6')).imageUrl).toBe(other.url)
  expect((await readPost('7')).content).toBe(kept.url)
  expect((await readUser(user._id)).profilePhoto).toEqual(profilePhoto)
})

test('the bytes of a moved picture are removed and its old address redirects to the new one', async () => {
  const { call, store, kept, move } = await movedApi()
  await move()
  const rows = (await valuesUnder(store)) as { bytes?: ArrayBuffer }[]
  expect(rows.filter((row) => row?.bytes)).toEqual([])
  const params = { id: kept._id }
  const { status, headers } = await call('GET /api/uploads/:id', { params })
  expect([status, headers.get('Location')]).toEqual([302, CLOUD])
  expect(headers.get('Cache-Control')).toBe('no-store')
})

test('rows written after a move show the picture at its new address', async () => {
  const { call, readUser, user, token, kept, post, move } = await movedApi()
  await move()
  expect((await post(kept.url))?.imageUrl).toBe(CLOUD)
  const onFirst = { params: { postId: '1' }, body: { content: '', imageUrl: kept.url }, token }
  const { comments } = (await call('POST /api/comments/add/:postId', onFirst)).data
  expect(comments[0]?.imageUrl).toBe(CLOUD)
  const userData = { profilePhoto: { chosen: kept.url }, coverPhoto: { chosen: kept.url } }
  await call('POST /api/users/edit', { body: { userData }, token })
  const { profilePhoto, coverPhoto } = await readUser(user._id)
  expect([profilePhoto.chosen, coverPhoto.chosen]).toEqual([CLOUD, CLOUD])
})

test.each([
  'https://elsewhere.test/v1/ride.webp',
  'https://pictures.test.elsewhere.test/v1/',
  'https://pictures.test@elsewhere.test/v1/',
  'https://user:word@pictures.test/v1/ride.webp',
  'http://pictures.test/v1/ride.webp',
  'https://pictures.test:8443/v1/ride.webp',
  'https://pictures.test/v1/../../v2/ride.webp',
  'https://pictures.test/v1/%2e%2e/v2/ride.webp',
  'https://pictures.test\\@elsewhere.test/v1/',
  'https://[pictures.test/v1/',
])('a picture cannot be moved to %s, which is not on the image host (R10.10)', async (url) => {
  const { store, move } = await movedApi({ imageHost: 'https://pictures.test/v1/' })
  const before = await valuesUnder(store)
  const { status, error } = await move(undefined, undefined, url)
  expect([status, error]).toEqual([400, [apiErrors.movedElsewhere.text]])
  expect(await valuesUnder(store)).toEqual(before)
})

test('pictures cannot be moved without an image host', async () => {
  const { move } = await movedApi({ imageHost: '' })
  expect(await move()).toMatchObject({ status: 400, error: [apiErrors.movedElsewhere.text] })
})

test('an address is stored in a form that is valid in a header', async () => {
  const { call, kept, move } = await movedApi()
  const normalized = 'https://pictures.test/%C3%A9.png'
  expect((await move(undefined, undefined, 'HTTPS://pictures.test/é.png')).data).toEqual({
    secure_url: normalized,
  })
  const { headers } = await call('GET /api/uploads/:id', { params: { id: kept._id } })
  expect(headers.get('Location')).toBe(normalized)
})

test('a picture can be moved only once', async () => {
  const { move } = await movedApi()
  await move()
  const { status, error } = await move()
  expect([status, error]).toEqual([404, ["This picture doesn't exist. It may have been deleted."]])
})

test('a post keeps its likes and comments when its picture moves', async () => {
  const { call, readPost, writeComment, token, kept, post, move } = await movedApi()
  const written = await post(kept.url)
  const postId = written?._id ?? ''
  await call('POST /api/posts/like/:postId', { params: { postId }, token })
  await writeComment(token, postId, 'Nice')
  const before = await readPost(postId)
  await move()
  expect(await readPost(postId)).toEqual({ ...before, imageUrl: CLOUD })
})
