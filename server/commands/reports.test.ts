import { userInfo } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { trimReports } from '../../mocks/reports/report.ts'
import { reportsOf } from '../../mocks/reports/reports.ts'
import { picture } from '../../mocks/testing/picture.ts'
import { openStore } from '../adapters/open-store.ts'
import { organiser } from '../testing/commands.ts'
import { httpApi } from '../testing/http-api.ts'
import { newFolder } from '../testing/run-api.ts'

const DAY = 24 * 3_600_000

/** A club that runs, with a member whose post has a picture, and two others. */
async function club() {
  const { data, remove } = newFolder()
  onTestFinished(remove)
  const { post, send, url, close } = await httpApi({ controls: false, data })
  const member = async (username: string) => {
    const account = { username, password: 'Torque#1', name: `${username} Berg` }
    const { encodedToken, createdUser } = await (await post('/api/auth/signup', account)).json()
    const headers = { authorization: encodedToken, Prefer: 'return=minimal' }
    const call = async (path: string, body: object = {}) => (await post(path, body, headers)).json()
    return { ...createdUser, call, headers }
  }
  const [rude, anna, ben] = [await member('rude'), await member('anna'), await member('ben')]
  const form = new FormData()
  form.set('file', picture())
  const uploaded = await send('/api/uploads', { method: 'POST', body: form, headers: rude.headers })
  const { secure_url: imageUrl } = await uploaded.json()
  const content = { content: 'You \u001b[2J \u202efool', imageUrl }
  const { _id: postId } = (await rude.call('/api/posts', content)).posts[0]
  const report = ({ call }: typeof rude, reason = 'insult', text?: string) =>
    call(`/api/posts/report/${postId}`, { reason, text })
  const read = async (path: string) => (await send(path)).json()
  const run = organiser(data, 'y')
  const readJson = async (...args: string[]) => JSON.parse(await run(...args, '--json'))
  return { rude, anna, ben, postId, imageUrl, report, read, send, run, readJson, url, data, close }
}

test('the reports that wait are listed, with what they are about', async () => {
  const { anna, ben, rude, postId, report, run, readJson } = await club()
  expect(await run('reports')).toBe('None.')
  await report(anna, 'insult', 'He means me')
  await report(ben, 'other')
  await anna.call(`/api/users/report/${rude._id}`, { reason: 'spam' })
  expect(await readJson('reports')).toMatchObject([
    { id: '3', reporter: 'anna', what: 'person', of: 'rude', reason: 'spam', waiting: 1 },
    { id: '2', reporter: 'ben', what: 'post', of: 'rude', reason: 'something else', waiting: 2 },
    { id: '1', reporter: 'anna', what: 'post', text: 'You [2J fool', exists: 'yes', waiting: 2 },
  ])
  const shown = await run('report', '1')
  expect(shown).toMatch(/Reporter +anna\nAbout +post of rude, .*\nAddress +\/post\//)
  expect(shown).toMatch(/Reason +insult or threat: He means me\n.*\nText then +You +\[2J +fool\n/)
  expect(shown).toMatch(
    /Pictures then +\/api\/uploads\/.*\nOther reports +2 \(ben\)\nDecision +none yet/,
  )
  // A text cannot move the cursor of the terminal.
  for (const mark of ['\u001b', '\u202e']) expect(shown).not.toContain(mark)
  const json = await run('report', '1', '--json')
  expect(json).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
  expect(JSON.stringify(JSON.parse(json))).toContain('\u202e')
  await rude.call(`/api/posts/edit/${postId}`, { content: 'Nice weather' })
  expect(await run('report', '1')).toMatch(/Text then +You +\[2J +fool\nText now +Nice weather/)
  await expect(run('report', '9')).rejects.toThrow('There is no report 9.')
})

test('a post is removed with comments, notifications and pictures, which decides its reports (R18.5)', async () => {
  const { anna, ben, rude, postId, imageUrl, report, read, send, run, readJson, url } = await club()
  const added = await anna.call(`/api/comments/add/${postId}`, { content: 'Calm down' })
  const comment = added.comments[0]._id
  await ben.call(`/api/comments/report/${postId}/${comment}`, { reason: 'other' })
  await report(anna)
  await report(ben)
  const printed = await run('remove-post', `${url}/post/${postId}?list=likes`, '--note', 'Rule 3')
  expect(printed).toContain(
    'Remove the post of rude, “You [2J fool”, with 1 picture, with 1 comment?',
  )
  expect(printed).toContain('Removed the post of rude. That decides 3 reports.')
  expect(await read('/api/posts')).toEqual({ posts: [] })
  expect((await send(imageUrl)).status).toBe(404)
  const bell = await send('/api/notifications', { headers: rude.headers })
  expect(await bell.json()).toMatchObject({ notifications: [] })
  // What a phone still sends is refused with the usual text.
  const late = await anna.call(`/api/comments/add/${postId}`, { content: 'Late' })
  expect(late.error).toEqual(["This post doesn't exist. It may have been deleted."])

  expect(await readJson('reports')).toEqual([])
  const { username } = userInfo()
  expect(await readJson('reports', '--all')).toMatchObject(
    ['3', '2', '1'].map((id) => ({
      id,
      exists: 'no',
      decided: expect.stringMatching(`removed by ${username}, .*: Rule 3`),
    })),
  )
  await expect(run('remove-post', postId)).rejects.toThrow('It may have been removed already.')
})

test('a comment is removed by its short id, and its post stays', async () => {
  const { anna, ben, postId, read, run } = await club()
  const added = await anna.call(`/api/comments/add/${postId}`, { content: 'Fool yourself' })
  const { _id, id } = added.comments[0]
  await ben.call(`/api/comments/report/${postId}/${_id}`, { reason: 'insult' })
  expect(await run('remove-comment', id)).toMatch(
    /of anna, “Fool yourself”\? .*\nRemoved .*1 report/,
  )
  expect((await read('/api/posts')).posts).toMatchObject([{ _id: postId, comments: [] }])
  await expect(run('remove-comment', _id)).rejects.toThrow('There is no comment')
})

test('a decision without a removal lets the same person report again', async () => {
  const { anna, ben, report, run, readJson } = await club()
  await report(anna)
  await report(ben)
  expect((await report(anna)).error).toEqual([expect.stringContaining('already')])
  expect(await run('resolve-report', '1', '2', '--note', 'A joke')).toBe('Decided: 1, 2.')
  expect(await readJson('reports')).toEqual([])
  expect(await run('report', '1')).toMatch(/Decision +decided by .*: A joke/)
  await expect(run('resolve-report', '1')).rejects.toThrow(/Report 1 is decided: .*A joke\./)
  expect(await report(anna)).toEqual({ reported: true })
  expect(await readJson('reports')).toMatchObject([{ id: '3', waiting: 1 }])
})

test('removing an account decides the reports of it, and of its posts unless they stay', async () => {
  const { anna, ben, rude, report, run, readJson } = await club()
  await report(anna)
  await ben.call(`/api/users/report/${rude._id}`, { reason: 'spam' })
  await run('remove-user', 'rude', '--keep-posts')
  expect(await readJson('reports')).toMatchObject([{ id: '1', what: 'post', exists: 'yes' }])
  await run('remove-post', (await readJson('report', '1')).rowId)
  expect(await readJson('reports')).toEqual([])
})

test('the actions say when, who and what, also of commands without a running club (R18.8)', async () => {
  const { anna, report, run, readJson, postId, close } = await club()
  await report(anna)
  await run('reports')
  await run('resolve-report', '1', '--note', 'Not yet')
  await run('suspend', 'rude')
  await close()
  await run('remove-post', postId)
  await expect(run('remove-post', postId)).rejects.toThrow()
  const { username } = userInfo()
  expect(await readJson('actions', '--since', '1h')).toMatchObject([
    { who: username, command: 'resolve-report', arguments: '1 --note "Not yet"' },
    { who: username, command: 'suspend', arguments: 'rude' },
    { who: username, command: 'remove-post', arguments: postId },
  ])
  expect(await readJson('actions', '--since', '0m')).toEqual([])
  await expect(run('actions', '--since', 'monday')).rejects.toThrow('such as 7d')
})

test('a decided report is removed after 180 days, one that waits is not (R18.5)', async () => {
  const { anna, ben, report, run, data, close } = await club()
  await report(anna)
  await report(ben)
  await run('resolve-report', '1')
  await close()
  const opened = await openStore(data)
  onTestFinished(() => opened.close())
  const database = openDatabase(opened.store)
  const idsAfter = async (days: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY })
    await database.write(trimReports)
    vi.useRealTimers()
    return (await database.read((tx) => reportsOf(tx).list())).map(({ id }) => id)
  }
  expect(await idsAfter(179)).toEqual(['2', '1'])
  expect(await idsAfter(181)).toEqual(['2'])
})
