import { expect, test } from 'vitest'
import { memoryStore } from '../store/adapters/memory.ts'
import { testApi } from '../testing/api.ts'
import { valuesUnder } from '../testing/stores.ts'

const refused = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://gearheads.test/1',
  'file:///etc/passwd',
  'vbscript:x',
  'ftp://pictures.test/a.png',
  '//elsewhere.test/a.png',
  '/\\elsewhere.test/a.png',
  '/\t/elsewhere.test/a.png',
  'https://',
  'https:// x',
  'https:elsewhere.test',
  'a.png',
  '/',
  '/api/mock/snapshot',
  '/API/uploads/1',
  '/Seed/posts/cafe-racer.svg',
  '/api/uploads/',
  '/api/uploads/1/moved',
  '/api/uploads/../mock',
  '/seed/../api/mock',
  '/seed/people/%2e%2e/x.svg',
  'x\nhttps://pictures.test/a.png',
  'https://[::1',
  'http://%',
  'https://pictures.test@elsewhere.test/a.png',
  'https://a:b@elsewhere.test',
]
const taken = [
  '',
  'https://pictures.test/v1/ride.webp?w=800#top',
  'HTTP://pictures.test/é.png',
  'http://[::1]:8080/a.png',
  '/seed/posts/cafe-racer.svg',
]

/** Every field with the address of a picture, and a call that sends it. */
async function pictureFields() {
  const store = memoryStore()
  const { call, logIn, upload } = testApi(store)
  const { token } = await logIn()
  const kept = await upload(token)
  const signUp = (field: string) => (url: string) => {
    const [photo = '', part = ''] = field.split('.')
    const body = { username: url || 'none', password: 'Torque#1', name: 'Ada' }
    return call('POST /api/auth/signup', { body: { ...body, [photo]: { [part]: url } } })
  }
  const edit = (photo: string, part: string) => (url: string) =>
    call('POST /api/users/edit', { body: { userData: { [photo]: { [part]: url } } }, token })
  const fields: [string, (url: string) => Promise<{ status: number; error: string[] }>][] = [
    ['imageUrl', (imageUrl) => call('POST /api/posts', { body: { content: '', imageUrl }, token })],
    [
      'imageUrl',
      (imageUrl) => {
        const options = { params: { postId: '1' }, body: { content: '', imageUrl }, token }
        return call('POST /api/comments/add/:postId', options)
      },
    ],
    ['userData.profilePhoto.chosen', edit('profilePhoto', 'chosen')],
    ['userData.profilePhoto.default', edit('profilePhoto', 'default')],
    ['userData.coverPhoto.chosen', edit('coverPhoto', 'chosen')],
    ['userData.coverPhoto.default', edit('coverPhoto', 'default')],
    ['profilePhoto.chosen', signUp('profilePhoto.chosen')],
    ['coverPhoto.chosen', signUp('coverPhoto.chosen')],
  ]
  return { store, fields, kept }
}

test('every field rejects an address that is not a picture, and the error names the field (R10.7)', async () => {
  const { store, fields } = await pictureFields()
  const before = await valuesUnder(store)
  for (const [field, send] of fields) {
    for (const url of refused) {
      const { status, error } = await send(url)
      const text = `${field}: must be an http(s) address, or that of a picture on this site`
      expect([url, status, error]).toEqual([url, 400, [text]])
    }
  }
  expect(await valuesUnder(store)).toEqual(before)
})

test('every field accepts addresses of pictures, and no picture (R10.7)', async () => {
  const { fields, kept } = await pictureFields()
  for (const [field, send] of fields.slice(0, 6)) {
    for (const url of [...taken, kept.url])
      expect([field, url, (await send(url)).status]).toEqual([field, url, 201])
  }
})

test('every field rejects a picture of this device that does not exist, and the error names the field', async () => {
  const { store, fields } = await pictureFields()
  const before = await valuesUnder(store)
  for (const [field, send] of fields) {
    for (const id of ['2', '019a0000-0000-7001-8000-000000000001', 'toString', '01']) {
      const { status, error } = await send(`/api/uploads/${id}`)
      const text = `${field}: This picture doesn't exist. It may have been deleted.`
      expect([status, error]).toEqual([400, [text]])
    }
  }
  expect(await valuesUnder(store)).toEqual(before)
})

test('a profile whose picture was lost can still be edited', async () => {
  const { call, logIn, database } = testApi()
  const { user, token } = await logIn()
  const lost = '/api/uploads/7'
  await database.write(async (tx) => {
    const row = await tx.get('users', user._id)
    if (row) await tx.put('users', { ...row, profilePhoto: { default: lost, chosen: lost } })
  })
  const userData = { bio: 'Edited', profilePhoto: { default: lost, chosen: lost } }
  expect((await call('POST /api/users/edit', { body: { userData }, token })).status).toBe(201)
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/api/uploads/1', 'https://a b'])(
  'a picture cannot be moved to %s',
  async (secure_url) => {
    const { call, logIn, upload } = testApi()
    const { token } = await logIn()
    const { _id: id } = await upload(token)
    const body = { secure_url }
    const { status, error } = await call('POST /api/uploads/:id/moved', {
      params: { id },
      body,
      token,
    })
    expect([status, error]).toEqual([400, ['secure_url: must be an http(s) address']])
  },
)
