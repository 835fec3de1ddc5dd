import { expect, test } from 'vitest'
import { fileOf, starts } from '../testing/picture.ts'
import { call, succeed } from './client.ts'
import { people, readPost, upload } from './scene.ts'
import { resolve, send } from './server.ts'

test.each(Object.entries(starts))(
  'a picture of type %s is returned unchanged (R10.5)',
  async (type, start) => {
    const { token } = (await people()).author
    // The name and the declared type are ignored.
    const file = fileOf(start, { size: 5000, name: 'ride.html', type: 'text/html' })
    const { secure_url } = await succeed('POST /api/uploads', { body: { file }, token })
    const headers = { authorization: token }
    const response = await send(new URL(secure_url, resolve('/')).href, { headers })
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type])
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(await response.bytes()).toEqual(await file.bytes())
  },
)

test('a moved picture is shown from its new address, and the old one redirects to it (R10.10)', async () => {
  const { author } = await people()
  const id = await upload(author)
  const { token } = author
  const body = { content: 'At dusk', imageUrl: `/api/uploads/${id}` }
  const options = { body, token, prefer: 'return=minimal' }
  const [post] = (await succeed('POST /api/posts', options)).posts
  const secure_url = 'https://pictures.test/dusk.webp'
  await succeed('POST /api/uploads/:id/moved', { params: { id }, body: { secure_url }, token })
  expect((await readPost(post?._id ?? '')).imageUrl).toBe(secure_url)
  const { status, headers } = await call('GET /api/uploads/:id', { params: { id } })
  expect([status, headers.get('Location')]).toEqual([302, secure_url])
})
