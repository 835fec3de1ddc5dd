// The session guarantees of docs/sync.md#invariants over what two phones really showed: two processes on one PostgreSQL, lines that are
// absent, slow and lying, killed workers, pages and processes, and a courier. SYNC_SEED repeats the choices of a run.
import pg from 'pg'
import { Dice } from '../../mocks/store/random.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import { createSchema } from '../../server/testing/processes.ts'
import { CHANGES_PATH } from '../../src/contract/changes.ts'
import { startRecorder } from '../../sync/lab/recorder.ts'
import { Club } from '../support/club.ts'
import { stopWorkers } from '../support/devtools.ts'
import { type Fault, FaultyProxy } from '../support/faulty-proxy.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { askWorker } from '../support/pwa-fixtures.ts'
import { RecordedPhone } from '../support/recorded-phone.ts'
import { logInAsGuest, logInAsMira } from '../support/sync-fixtures.ts'

type Logged = { name?: string; keys?: string[] }
type Write = [line: string, body?: object]

const test = base.extend<{ data: string; processes: Club[]; phones: RecordedPhone[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: required by Playwright
  data: async ({}, use) => {
    const postgres = await startPostgres()
    await use(await createSchema(postgres.url))
    await postgres.stop()
  },
  processes: async ({ data }, use) => {
    const processes = [1, 2].map(() => new Club('--controls', '--data', data))
    for (const one of processes) await one.start()
    await use(processes)
    for (const one of processes) await one.remove()
  },
  phones: async ({ processes, newContext, expectErrors }, use) => {
    expectErrors(/Failed to load resource|ERR_|EventSource|Failed to fetch/)
    let requests = 0
    const phones: RecordedPhone[] = []
    for (const _ of [1, 2]) {
      const line = new FaultyProxy(() => processes[requests++ % processes.length]?.url ?? '')
      await line.start()
      phones.push(new RecordedPhone(await (await newContext()).newPage(), line))
    }
    await use(phones)
    for (const { page, line } of phones) {
      await page.context().close()
      await line.stop()
    }
  },
})

/** The writes of the club, in the order in which they were committed. */
async function readLog(client: pg.Client): Promise<Logged[]> {
  const { rows } = await client.query<{ value: { writes: Logged[] } }>(
    "SELECT value FROM rows WHERE key >= 'log/' AND key < 'log0' ORDER BY key",
  )
  return rows.flatMap(({ value }) => value.writes)
}

const LOG_IN_PAGE = '<!doctype html><title>Welcome to our Wi-Fi</title>'

/** The faults of a line, for each request of a sync. */
const LINES: Record<string, (dice: Dice) => Fault | undefined> = {
  works: () => undefined,
  absent: () => 'drop',
  slow: (dice) => ({ delay: 100 + dice.below(900) }),
  losesReplies: (dice) => (dice.below(2) === 0 ? 'loseReply' : undefined),
  answersItself: () => ({ status: 200, body: LOG_IN_PAGE }),
  truncates: () => ({ change: (text) => text.slice(0, text.length >> 1) }),
}

/** One of the writes that a member can do on the rows that the page shows: the call, and its body. */
function chooseWrite({ shown, userId }: RecordedPhone, dice: Dice, text: string): Write {
  const post = shown.posts[dice.below(shown.posts.length)]
  const thread = shown.comments.get(post?._id ?? '') ?? []
  const comment = thread[dice.below(thread.length)]
  const other = shown.users.find(({ _id }) => _id !== userId)
  const content = { content: text }
  const writes: Write[] = [['POST /api/posts', content]]
  if (post) {
    const like = post.likes.likedBy.length > 0 ? 'dislike' : 'like'
    const bookmark = post.bookmarkedBy.length > 0 ? 'remove-bookmark' : 'bookmark'
    writes.push([`POST /api/posts/${like}/${post._id}`])
    writes.push([`POST /api/users/${bookmark}/${post._id}`])
    writes.push([`POST /api/comments/add/${post._id}`, content])
    if (post.userId === userId) writes.push([`POST /api/posts/edit/${post._id}`, content])
  }
  if (post && comment) {
    const place = `${post._id}/${comment._id}`
    const vote = comment.votes.upvotedBy.length > 0 ? 'downvote' : 'upvote'
    writes.push([`POST /api/comments/${vote}/${place}`])
    if (comment.userId === userId) writes.push([`POST /api/comments/edit/${place}`, content])
    if (comment.userId === userId) writes.push([`POST /api/comments/delete/${place}`])
  }
  if (other) {
    const follow = other.followers.length > 0 ? 'unfollow' : 'follow'
    writes.push([`POST /api/users/${follow}/${other._id}`])
  }
  // Seldom, so that there are posts to write about.
  if (post?.userId === userId && dice.below(12) === 0) return [`DELETE /api/posts/${post._id}`]
  return dice.oneOf(writes)
}

const STEPS = 60
const LIMIT_MS = 30_000

test('R16.10: the session guarantees', async ({ data, processes, phones }) => {
  const seed = Number(process.env.SYNC_SEED ?? Date.now() % 2 ** 32)
  test.info().annotations.push({ type: 'seed', description: String(seed) })
  process.stdout.write(`SYNC_SEED=${seed}\n`)
  const dice = new Dice(seed)
  const client = new pg.Client(data)
  // Its end is that of the database.
  client.on('error', () => undefined)
  await client.connect()
  const [guest, mira] = phones as [RecordedPhone, RecordedPhone]
  await Promise.all([logInAsGuest(guest.page, guest.line), logInAsMira(mira.page, mira.line)])
  await guest.begin('guest')
  await mira.begin('mira')
  const recorder = startRecorder([
    { title: 'The guest’s phone', userId: guest.userId },
    { title: 'Mira’s phone', userId: mira.userId },
  ])
  let writes = 0
  let reads = 0
  const note = async (phone: RecordedPhone) => {
    const moment = await phone.read()
    if (!moment) return
    // Whatever the page can have shown was committed before.
    recorder.note(phones.indexOf(phone), { ...moment, log: await readLog(client) })
    reads += 1
  }
  const setLine = ({ line }: RecordedPhone, kind: string) => {
    line.fault = ({ path, method }) => {
      const isSync = method === 'POST' && path === CHANGES_PATH
      return isSync || kind === 'absent' ? LINES[kind]?.(dice) : undefined
    }
    if (kind === 'absent') line.cut()
  }
  /** The process that was killed last starts again some steps later. */
  let down: Club | undefined

  const end = Date.now() + LIMIT_MS
  for (let step = 0; step < STEPS && Date.now() < end; step++) {
    const phone = dice.oneOf(phones)
    const other = phone === guest ? mira : guest
    const { page } = phone
    const kind = dice.below(20)
    if (kind < 10) {
      const [line, body] = chooseWrite(phone, dice, `Step ${step}`)
      const { status } = await phone.call(line, body)
      if (status < 400) writes += 1
    } else if (kind < 14) setLine(phone, dice.oneOf(Object.keys(LINES)))
    else if (kind < 16) await askWorker(page, 'SYNC', { cause: 'person' })
    else if (kind === 16) await stopWorkers(page)
    else if (kind === 17) await page.reload()
    else if (kind === 18) {
      await down?.start()
      down = down ? undefined : dice.oneOf(processes)
      await down?.stop('SIGKILL')
    } else {
      const given = { userId: phone.userId, withPictures: true, maxLength: 100_000 }
      const bundle = await askWorker(page, 'SYNC_GIVE', given)
      if ('bytes' in bundle) await askWorker(other.page, 'SYNC_TAKE', { bytes: bundle.bytes })
    }
    // The author's first: what the other one shows was written before.
    await note(phone)
    await note(other)
    expect([...recorder.failures], `SYNC_SEED=${seed}, step ${step}`).toEqual([])
  }

  await down?.start()
  for (const phone of phones) setLine(phone, 'works')
  const open = () =>
    Promise.all(
      phones.map(async ({ page }) => {
        await askWorker(page, 'SYNC', { cause: 'person' })
        const { pending, carried, wait } = await askWorker(page, 'SYNC_STATUS')
        return pending.filter(({ error }) => !error).length + carried.length + (wait ? 1 : 0)
      }),
    )
  // The next try comes within 90 s (docs/sync.md#when).
  await expect.poll(open, { timeout: 90_000 }).toEqual([0, 0])
  await Promise.all(phones.map(({ page }) => askWorker(page, 'SYNC', { cause: 'person' })))
  await Promise.all(phones.map(note))
  const log = await readLog(client)
  for (const phone of phones) recorder.end(phone.userId, phone.shown, log)
  expect([...recorder.failures], `SYNC_SEED=${seed}, in the end`).toEqual([])

  const done = log.flatMap(({ name }) => name ?? [])
  expect(new Set(done).size, 'a write was done twice').toBe(done.length)
  expect(recorder.accepted.size, 'accepted, and noted').toBe(writes)
  const refused = new Set<string>()
  for (const { page } of phones)
    for (const { name } of (await askWorker(page, 'SYNC_STATUS')).pending) refused.add(name)
  // Deleting a row that is gone already leaves no entry in the log.
  const lost = [...recorder.accepted].filter(
    ([name, { call }]) => !done.includes(name) && !refused.has(name) && !/delete/i.test(call),
  )
  expect(lost, 'writes that are lost').toEqual([])
  expect(reads, 'reads at one moment').toBeGreaterThan(10)
  await client.end()
})
