import { expect, test } from 'vitest'
import type { Body } from '../../src/contract/calls.ts'
import { testApi } from '../testing/api.ts'

type Pictures = Omit<Body<'POST /api/posts'>, 'content'>
const url = (name: string) => `https://pictures.test/${name}.webp`

async function scene() {
  const api = testApi()
  const { token } = await api.logIn()
  const write = (pictures: Pictures) =>
    api.call('POST /api/posts', { body: { content: '', ...pictures }, token })
  const edit = (postId: string, pictures: Pictures, content = 'Edited') =>
    api.call('POST /api/posts/edit/:postId', {
      params: { postId },
      body: { content, ...pictures },
      token,
    })
  return { ...api, token, write, edit }
}

test('a post has up to ten pictures with descriptions, in their order; the first is its imageUrl (R10.18)', async () => {
  const { write, readPost } = await scene()
  const images = [
    { url: url('one'), alt: ' First ' },
    { url: url('two') },
    { url: url('three'), alt: '' },
  ]
  const { data } = await write({ images })
  const post = await readPost(data.posts[0]?._id ?? '')
  expect(post).toMatchObject({
    imageUrl: url('one'),
    imageAlt: 'First',
    images: [{ url: url('one'), alt: 'First' }, { url: url('two') }, { url: url('three') }],
  })
  const eleven = Array.from({ length: 11 }, (_, n) => ({ url: url(`p${n}`) }))
  const { status, error } = await write({ images: eleven })
  expect([status, error]).toEqual([400, ['images: must be at most 10 pictures']])
})

test('one picture is no list, also when it is sent as one, or twice (R10.18)', async () => {
  const { write } = await scene()
  for (const images of [
    [{ url: url('one') }],
    [{ url: url('one') }, { url: url('one') }, { url: '' }],
  ]) {
    const [post] = (await write({ images })).data.posts
    expect(post).toMatchObject({ imageUrl: url('one') })
    expect(post).not.toHaveProperty('images')
  }
})

test('an edit of the text keeps the pictures; with pictures, it replaces them all (R10.21)', async () => {
  const { write, edit } = await scene()
  const images = [{ url: url('one'), alt: 'One' }, { url: url('two') }]
  const [post] = (await write({ images })).data.posts
  const id = post?._id ?? ''
  const edited = async (pictures: Pictures) => (await edit(id, pictures)).data.posts[0]
  expect(await edited({})).toMatchObject({ images, content: 'Edited' })
  const turned = [{ url: url('two'), alt: 'Now described' }, { url: url('one') }]
  expect(await edited({ images: turned })).toMatchObject({ imageUrl: url('two'), images: turned })
  const single = await edited({ imageUrl: url('three'), imageAlt: 'Three' })
  expect(single).toMatchObject({ imageUrl: url('three'), imageAlt: 'Three' })
  expect(single).not.toHaveProperty('images')
  expect(await edited({ images: [] })).not.toHaveProperty('imageUrl')
})

test('pictures that an edit removes are removed from the device, others stay (R10.21)', async () => {
  const { call, token, write, edit, upload } = await scene()
  const [one, two] = [await upload(token), await upload(token)]
  const [post] = (await write({ images: [{ url: one.url }, { url: two.url }] })).data.posts
  await edit(post?._id ?? '', { images: [{ url: two.url }] })
  const statusOf = async ({ _id: id }: { _id: string }) =>
    (await call('GET /api/uploads/:id', { params: { id } })).status
  expect([await statusOf(one), await statusOf(two)]).toEqual([404, 200])
  const { status, error } = await edit(post?._id ?? '', {
    images: [{ url: two.url }, { url: one.url }],
  })
  expect([status, error?.[0]]).toEqual([400, expect.stringContaining('images.1.url: ')])
})

test('a picture that moves to the image host moves in every list that shows it', async () => {
  const { call, token, write, upload, readPost } = await scene()
  const kept = await upload(token)
  const [post] = (await write({ images: [{ url: url('one') }, { url: kept.url }] })).data.posts
  const body = { secure_url: url('moved') }
  await call('POST /api/uploads/:id/moved', { params: { id: kept._id }, body, token })
  const { images } = await readPost(post?._id ?? '')
  expect(images).toEqual([{ url: url('one') }, { url: url('moved') }])
})

test('a comment has several pictures, too', async () => {
  const { call, token } = await scene()
  const images = [{ url: url('one') }, { url: url('two') }]
  const options = { params: { postId: '1' }, body: { content: 'Look', images }, token }
  const { data } = await call('POST /api/comments/add/:postId', options)
  expect(data.comments[0]).toMatchObject({ images, imageUrl: url('one') })
})
