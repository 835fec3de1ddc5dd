import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testApi } from '../testing/api.ts'
import { decideReports } from './report.ts'
import { reportsOf } from './reports.ts'

const DAY = 24 * 3_600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A back end with somebody whose post has a picture, and two who can report it. */
async function scene() {
  const api = testApi()
  const { call, database, signUp, upload } = api
  const [rude, anna, ben] = [await signUp('rude'), await signUp('anna'), await signUp('ben')]
  const { _id, url } = await upload(rude.token)
  const body = { content: 'Look at this fool', imageUrl: url }
  const { data } = await call('POST /api/posts', { body, token: rude.token })
  const postId = data.posts[0]?._id ?? ''
  const params = { postId }
  const reportPost = ({ token }: typeof anna, text?: string) =>
    call('POST /api/posts/report/:postId', { params, body: { reason: 'insult', text }, token })
  const edit = (content: string, imageUrl = url) =>
    call('POST /api/posts/edit/:postId', { params, body: { content, imageUrl }, token: rude.token })
  const remove = () => call('DELETE /api/posts/:postId', { params, token: rude.token })
  const reports = () => database.read((tx) => reportsOf(tx).list())
  const decide = (rowId: string) =>
    database.write((tx) =>
      decideReports(tx, [rowId], { at: '2026-11-24', by: 'me', removed: false }),
    )
  const hasPicture = async () =>
    (await call('GET /api/uploads/:id', { params: { id: _id } })).status === 200
  const keptPicture = () => database.read((tx) => reportsOf(tx).fileOf(url))
  const { type, bytes } = (await database.read((tx) => tx.get('uploads', _id))) ?? expect.fail()
  const picture = { type, bytes }
  const about = { url, picture, hasPicture, keptPicture }
  return { ...api, rude, anna, ben, postId, reportPost, edit, remove, reports, decide, ...about }
}

test('a report has the reporter, the time, the reason and a copy of the post (R18.1, R18.3)', async () => {
  const { rude, anna, postId, reportPost, edit, reports } = await scene()
  expect((await reportPost(anna, ' He means me ')).data).toEqual({ reported: true })
  await edit('Nice weather today', '')
  const [report] = await reports()
  expect(report).toMatchObject({
    id: '1',
    table: 'posts',
    rowId: postId,
    reporterId: anna.user._id,
    userId: rude.user._id,
    reason: 'insult',
    text: 'He means me',
    copy: { username: 'rude', text: 'Look at this fool' },
  })
  expect(Date.parse(report?.createdAt ?? '')).toBe(Math.floor(Date.now() / 1000) * 1000)
  expect(report?.copy.pictures).toHaveLength(1)
})

test('a comment and a person are reported in the same way (R18.1)', async () => {
  const { call, rude, anna, ben, postId, writeComment, reports } = await scene()
  const comment = await writeComment(ben.token, postId, 'Fool yourself')
  const params = { postId, commentId: comment._id }
  const body = { reason: 'insult' as const }
  await call('POST /api/comments/report/:postId/:commentId', { params, body, token: anna.token })
  const bio = { userData: { bio: 'I sell tyres' } }
  await call('POST /api/users/edit', { body: bio, token: rude.token })
  const about = { params: { id: rude.user._id }, body: { reason: 'spam' as const } }
  await call('POST /api/users/report/:id', { ...about, token: anna.token })
  expect(await reports()).toMatchObject([
    { id: '2', table: 'users', rowId: rude.user._id, copy: { text: 'I sell tyres' } },
    { id: '1', table: 'comments', postId, userId: ben.user._id, copy: { text: 'Fool yourself' } },
  ])
})

test('the same person reports the same thing again only after a decision (R18.2)', async () => {
  const { anna, ben, postId, reportPost, reports, decide } = await scene()
  await reportPost(anna)
  const { status, error } = await reportPost(anna)
  expect([status, error]).toEqual([400, [expect.stringContaining('already')]])
  expect((await reportPost(ben)).status).toBe(201)
  expect(await decide(postId)).toBe(2)
  expect((await reportPost(anna)).status).toBe(201)
  expect(await reports()).toHaveLength(3)
})

test('nobody reports themselves, or what they have written (R18.2)', async () => {
  const { call, rude, reportPost } = await scene()
  expect((await reportPost(rude)).status).toBe(400)
  const about = { params: { id: rude.user._id }, body: { reason: 'spam' as const } }
  const { error } = await call('POST /api/users/report/:id', { ...about, token: rude.token })
  expect(error).toEqual(["You can't report yourself, or what you have written."])
})

test('no reply and no snapshot contains a report (R18.3)', async () => {
  const { call, rude, anna, reportPost, postId } = await scene()
  await reportPost(anna, 'He means me')
  const { token } = rude
  const replies = [
    await call('GET /api/posts/:postId', { params: { postId }, token }),
    await call('GET /api/users/:id', { params: { id: rude.user._id }, token }),
    await call('GET /api/notifications', { token }),
    await call('GET /api/mock/snapshot'),
  ]
  for (const { data } of replies) expect(JSON.stringify(data)).not.toMatch(/report|He means me/)
})

test('a report that waits keeps a deleted picture for a day, a decided one does not (R18.4)', async () => {
  const { anna, ben, postId, reportPost, remove, writePost, decide, ...about } = await scene()
  const { picture, keptPicture } = about
  await reportPost(anna)
  await reportPost(ben)
  await remove()
  vi.setSystemTime(Date.now() + DAY - 1)
  await writePost(ben.token, 'Later')
  expect(await keptPicture()).toEqual(picture)
  await decide(postId)
  expect(await keptPicture()).toBeUndefined()
})

test('the pictures of a report that nobody decides are removed after a day (R18.4)', async () => {
  const { anna, ben, reportPost, edit, writePost, keptPicture } = await scene()
  await reportPost(anna)
  await edit('Without a picture', '')
  expect(await keptPicture()).toBeDefined()
  vi.setSystemTime(Date.now() + DAY + 60_000)
  await writePost(ben.token, 'Later')
  expect(await keptPicture()).toBeUndefined()
})

test('a decision leaves a picture that the post still shows', async () => {
  const { anna, postId, reportPost, decide, hasPicture, keptPicture } = await scene()
  await reportPost(anna)
  await decide(postId)
  expect([await hasPicture(), await keptPicture()]).toEqual([true, undefined])
})

test('for its author, a deleted picture is gone, with a report and without', async () => {
  const { call, rude, anna, url, reportPost, remove, hasPicture } = await scene()
  await reportPost(anna)
  await remove()
  expect(await hasPicture()).toBe(false)
  const again = { content: 'Again', imageUrl: url }
  expect((await call('POST /api/posts', { body: again, token: rude.token })).status).toBe(400)
})

test('a picture that is moved to the image host stays in a report as it was', async () => {
  const { call, rude, anna, url, picture, reportPost, keptPicture, reports } = await scene()
  await reportPost(anna)
  const params = { id: url.slice('/api/uploads/'.length) }
  const body = { secure_url: 'https://pictures.test/v1/another.webp' }
  await call('POST /api/uploads/:id/moved', { params, body, token: rude.token })
  expect(await keptPicture()).toEqual(picture)
  expect((await reports())[0]?.copy.pictures).toEqual([url])
})
