import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'

test('a rename and a new photo show on old posts, comments and lists', async () => {
  const { call, signUp, writePost, writeComment, readPost, readUser } = testApi()
  const { user, token } = await signUp('ada')
  const post = await writePost(token, 'Before the rename')
  await writeComment(token, post._id, 'Mine')
  await call('POST /api/posts/like/:postId', { params: { postId: post._id }, token })
  await call('POST /api/users/follow/:id', { params: { id: '1' }, token })

  const userData = {
    username: 'visitor',
    profilePhoto: { chosen: 'https://pictures.test/new.webp' },
  }
  await call('POST /api/users/edit', { body: { userData }, token })
  const { default: fallback } = user.profilePhoto
  const profilePhoto = { default: fallback, chosen: 'https://pictures.test/new.webp' }
  const author = { username: 'visitor', userPhoto: 'https://pictures.test/new.webp' }
  const copy = { username: 'visitor', profilePhoto }
  expect(await readPost(post._id)).toMatchObject({
    ...author,
    comments: [author],
    likes: { likedBy: [copy] },
  })
  expect((await readUser('1')).followers).toMatchObject([copy])
  expect((await readUser(user._id)).liked).toMatchObject([author])
})

test('a user without a chosen photo shows the default one on their posts', async () => {
  const { signUp, writePost } = testApi()
  const { user, token } = await signUp('ada')
  const post = await writePost(token, 'Faceless')
  expect(post.userPhoto).toBe(user.profilePhoto.default)
  expect(post.userPhoto).not.toBe('')
})
