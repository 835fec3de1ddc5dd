import { expect, test } from 'vitest'
import { testApi } from '../testing/api.ts'
import { userFields } from '../testing/rows.ts'
import { countingStore } from '../testing/stores.ts'
import { notifyOfLike } from './notify.ts'

type Person = Awaited<ReturnType<ReturnType<typeof testApi>['signUp']>>

/** A new back end with an author, a post of theirs and other people. */
async function scene(count = 2) {
  const api = testApi()
  const { call, signUp, writePost, writeComment } = api
  const people = Array.from({ length: count + 1 }, (_, n) => signUp(`driver${n}`))
  const [author, ...others] = (await Promise.all(people)) as [Person, ...Person[]]
  const post = await writePost(author.token, 'Look at this')
  const params = { postId: post._id }
  const read = async ({ token }: Person, query = '') =>
    (await call('GET /api/notifications', { token, query })).data
  return {
    ...api,
    author,
    others,
    post,
    read,
    like: ({ token }: Person) => call('POST /api/posts/like/:postId', { params, token }),
    unlike: ({ token }: Person) => call('POST /api/posts/dislike/:postId', { params, token }),
    comment: ({ token }: Person, text = 'Nice') => writeComment(token, post._id, text),
    remove: ({ token }: Person, commentId: string) => {
      const both = { ...params, commentId }
      return call('POST /api/comments/delete/:postId/:commentId', { params: both, token })
    },
    see: ({ token }: Person, _id: string) =>
      call('POST /api/notifications/seen', { body: { _id }, token }),
    names: async (person: Person) => {
      const { notifications } = await read(person)
      return notifications.map(({ type, by, count }) => [
        type,
        by.map(({ username }) => username),
        count,
      ])
    },
  }
}

test('all likes of a post are one notification of its author, the latest first (R17.1, R17.2)', async () => {
  const { author, others, post, like, read, names } = await scene(5)
  expect(await read(author)).toEqual({ notifications: [], unseen: 0 })
  for (const person of [author, ...others]) await like(person)
  expect(await names(author)).toEqual([['like', ['driver5', 'driver4', 'driver3'], 5]])
  const { notifications, unseen } = await read(author)
  expect(notifications).toMatchObject([{ postId: post._id, text: 'Look at this', isSeen: false }])
  expect(unseen).toBe(1)
})

test('a withdrawn like leaves the notification, and the last one removes it (R17.3)', async () => {
  const { author, others, like, unlike, names } = await scene(2)
  const [one, two] = others as [Person, Person]
  await like(one)
  await like(two)
  await unlike(two)
  expect(await names(author)).toEqual([['like', ['driver1'], 1]])
  await unlike(one)
  expect(await names(author)).toEqual([])
})

test('when all whom it remembers take their like back, it names somebody who did not', async () => {
  const { author, others, like, unlike, read } = await scene(8)
  for (const person of others) await like(person)
  for (const person of others.slice(3)) await unlike(person)
  const { notifications } = await read(author)
  expect(notifications[0]?.count).toBe(3)
  expect(['driver1', 'driver2', 'driver3']).toContain(notifications[0]?.by[0]?.username)
})

test('a comment notifies the author and those who commented before, but not its own author (R17.1)', async () => {
  const { author, others, comment, names } = await scene(2)
  const [one, two] = others as [Person, Person]
  await comment(one)
  await comment(one)
  await comment(two)
  expect(await names(author)).toEqual([['comment', ['driver2', 'driver1'], 3]])
  expect(await names(one)).toEqual([['comment', ['driver2'], 1]])
  expect(await names(two)).toEqual([])
  await comment(author)
  expect(await names(two)).toEqual([['comment', ['driver0'], 1]])
})

test('a deleted comment is withdrawn, and the comment before it takes its place (R17.3)', async () => {
  const { author, others, comment, remove, read, names } = await scene(2)
  const [one, two] = others as [Person, Person]
  const first = await comment(one)
  const second = await comment(two)
  await remove(two, second._id)
  expect((await read(author)).notifications).toMatchObject([{ count: 1, commentId: first._id }])
  expect(await names(one)).toEqual([])
  await remove(author, first._id)
  expect(await names(author)).toEqual([])
})

test('a crowd that comments notifies the ten who commented last (R17.6)', async () => {
  const { others, comment, names } = await scene(12)
  for (const person of others) await comment(person)
  const [first, second] = others as [Person, Person]
  // The last one notified the ten before it.
  expect(await names(first)).toEqual([['comment', ['driver11', 'driver10', 'driver9'], 10]])
  expect(await names(second)).toEqual([['comment', ['driver12', 'driver11', 'driver10'], 10]])
})

test('a mention notifies the person it names instead of a comment, once for each text (R17.1)', async () => {
  const { author, others, call, comment, read, names, post } = await scene(1)
  const [one] = others as [Person]
  const text = '@Driver0 and @DRIVER0, @driver1, @nobody'
  const { _id: commentId } = await comment(one, text)
  expect(await names(author)).toEqual([['mention', ['driver1'], 1]])
  const { notifications } = await read(author)
  expect(notifications[0]).toMatchObject({ postId: post._id, commentId, text })
  const params = { postId: post._id, commentId }
  const edit = (content: string) =>
    call('POST /api/comments/edit/:postId/:commentId', {
      params,
      body: { content },
      token: one.token,
    })
  await edit('Not you')
  expect(await names(author)).toEqual([['comment', ['driver1'], 1]])
  await edit('Or @driver0?')
  await edit('Or @driver0 after all?')
  expect((await names(author))[0]).toEqual(['mention', ['driver1'], 1])
})

test('names with spaces are mentioned in quotes, ten in one text (R17.6)', async () => {
  const { call, signUp, writePost, author, others, names } = await scene(12)
  const max = await signUp('Mad Max')
  await writePost(
    author.token,
    `@"mad max" ${others.map(({ user }) => `@${user.username}`).join()}`,
  )
  expect(await names(max)).toEqual([['mention', ['driver0'], 1]])
  expect(await names(others[8] as Person)).toHaveLength(1)
  expect(await names(others[9] as Person)).toHaveLength(0)
  expect((await call('GET /api/notifications', {})).status).toBe(404)
})

test('a follow notifies, and is withdrawn with it (R17.1, R17.3)', async () => {
  const { author, others, call, names } = await scene(2)
  const params = { id: author.user._id }
  for (const { token } of others) await call('POST /api/users/follow/:id', { params, token })
  expect(await names(author)).toEqual([['follow', ['driver2', 'driver1'], 2]])
  const [one, two] = others as [Person, Person]
  await call('POST /api/users/unfollow/:id', { params, token: two.token })
  expect(await names(author)).toEqual([['follow', ['driver1'], 1]])
  await call('POST /api/users/unfollow/:id', { params, token: one.token })
  expect(await names(author)).toEqual([])
})

test('a deleted post takes all its notifications along (R17.3)', async () => {
  const { author, others, call, post, like, comment, names } = await scene(2)
  const [one, two] = others as [Person, Person]
  await like(one)
  await comment(one)
  await comment(two, '@driver1 @driver0')
  const { _id: postId } = post
  await call('DELETE /api/posts/:postId', { params: { postId }, token: author.token })
  for (const person of [author, one, two]) expect(await names(person)).toEqual([])
})

test('those up to an _id are seen; a later event makes its notification unseen again (R17.2, R17.5)', async () => {
  const { author, others, like, unlike, comment, read, see } = await scene(2)
  const [one, two] = others as [Person, Person]
  await like(one)
  const liked = (await read(author)).notifications[0]
  await comment(two)
  const both = (await read(author)).notifications
  expect(both.map(({ type }) => type)).toEqual(['comment', 'like'])
  const { data } = await see(author, liked?._id ?? '')
  expect(data).toEqual({ unseen: 1 })
  expect((await read(author)).notifications.map(({ isSeen }) => isSeen)).toEqual([false, true])
  await see(author, 'ffffffff-ffff-7fff-bfff-ffffffffffff')
  expect((await read(author)).unseen).toBe(0)
  // Not to be undone by an older one, as from another device.
  await see(author, liked?._id ?? '')
  expect((await read(author)).unseen).toBe(0)
  await like(two)
  expect((await read(author)).notifications).toMatchObject([
    { type: 'like', count: 2, isSeen: false },
    { type: 'comment', isSeen: true },
  ])
  await unlike(two)
  expect((await read(author)).unseen).toBe(0)
})

test('the list has pages, like the others (R17.5)', async () => {
  const { author, others, writePost, call, read } = await scene(1)
  const [one] = others as [Person]
  for (let n = 0; n < 5; n++) {
    const { _id: postId } = await writePost(author.token, `Post ${n}`)
    await call('POST /api/posts/like/:postId', { params: { postId }, token: one.token })
  }
  const first = await call('GET /api/notifications', { token: author.token, query: '?limit=2' })
  expect(first.data.notifications.map(({ text }) => text)).toEqual(['Post 4', 'Post 3'])
  const [, next = ''] =
    /<\/api\/notifications(\?[^>]+)>; rel="next"/.exec(first.headers.get('Link') ?? '') ?? []
  const rest = await read(author, next)
  expect(rest.notifications.map(({ text }) => text)).toEqual(['Post 2', 'Post 1'])
  expect(rest.unseen).toBe(5)
  const wrong = await call('GET /api/notifications', {
    token: author.token,
    query: '?limit=2&before=7',
  })
  expect([wrong.status, wrong.error]).toEqual([400, ['before: must be an _id']])
})

test('a rename shows in the notifications that name the person', async () => {
  const { author, others, call, like, names } = await scene(1)
  const [one] = others as [Person]
  await like(one)
  const body = { userData: { username: 'renamed' } }
  await call('POST /api/users/edit', { body, token: one.token })
  expect(await names(author)).toEqual([['like', ['renamed'], 1]])
})

test('a crowd costs no more: the list, a like and a comment read as much with 300 as with 3 people', async () => {
  const counted = countingStore()
  const { call, signUp, writePost, database } = testApi(counted.store)
  const [author, reader] = [await signUp('author'), await signUp('reader')]
  const cost = async (likes: number) => {
    const post = await writePost(author.token, 'Look at this')
    await database.write(async (tx) => {
      for (let n = 0; n < likes; n++) {
        const fan = await tx.insert('users', userFields(`${likes}-fan-${n}`))
        await tx.links.add('likedBy', post, fan)
        await notifyOfLike(tx, { ...post, takenLikes: 0 }, fan)
      }
    })
    counted.reset()
    const options = {
      params: { postId: post._id },
      token: reader.token,
      prefer: 'return=minimal, people=own',
    }
    await call('POST /api/posts/like/:postId', options)
    await call('POST /api/comments/add/:postId', { ...options, body: { content: 'Nice' } })
    await call('GET /api/notifications', { token: author.token, query: '?limit=2' })
    return counted.read()
  }
  const few = await cost(3)
  expect(await cost(300)).toBeLessThanOrEqual(few + 10)
})

test.each(['-2d', '-3h'])(
  'after the clock is set back (%s), a new event is unseen and on top',
  async (now) => {
    const { author, others, call, like, comment, read, see } = await scene(2)
    const [one, two] = others as [Person, Person]
    const setClock = (now: string | null) => call('POST /api/mock/settings', { body: { now } })
    await like(one)
    await setClock('+3d')
    await call('POST /api/users/follow/:id', { params: { id: author.user._id }, token: one.token })
    const [follow] = (await read(author)).notifications
    await see(author, follow?._id ?? '')
    await setClock(now)
    await like(two)
    await comment(two)
    const { notifications, unseen } = await read(author)
    expect(notifications.map(({ type, isSeen }) => [type, isSeen])).toEqual([
      ['comment', false],
      ['like', false],
      ['follow', true],
    ])
    expect(unseen).toBe(2)
    await setClock(null)
    await comment(one)
    expect((await read(author)).notifications[0]).toMatchObject({ type: 'comment', isSeen: false })
  },
)

test('a mention that an edit removes stays a comment for those whom it concerns, seen as it was (R17.3)', async () => {
  const { author, others, call, comment, read, names, see, post, remove } = await scene(3)
  const [one, two, three] = others as [Person, Person, Person]
  await comment(two)
  const { _id: commentId } = await comment(one, '@driver0, @driver2 and @driver3')
  const [mention] = (await read(author)).notifications
  await see(author, mention?._id ?? '')
  const params = { postId: post._id, commentId }
  const options = { params, body: { content: 'Without names' }, token: one.token }
  await call('POST /api/comments/edit/:postId/:commentId', options)
  expect(await names(author)).toEqual([['comment', ['driver1', 'driver2'], 2]])
  expect((await read(author)).notifications).toMatchObject([
    { _id: mention?._id, commentId, text: post.content, isSeen: true },
  ])
  expect(await names(two)).toEqual([['comment', ['driver1'], 1]])
  expect(await names(three)).toEqual([])
  await remove(one, commentId)
  expect(await names(author)).toEqual([['comment', ['driver2'], 1]])
  expect(await names(two)).toEqual([])
})
