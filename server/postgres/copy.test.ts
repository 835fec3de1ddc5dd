import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { lockData } from '../adapters/pg-lock.ts'
import { filledClub, startClubProcess } from '../testing/busy-club.ts'
import { PATIENCE } from '../testing/keeping.ts'
import { pgMoments } from '../testing/pg-moments.ts'
import { createSchema, startProcess } from '../testing/processes.ts'
import { newFolder } from '../testing/run-api.ts'
import { killCommand, runCommand } from '../testing/run-command.ts'

const newDatabase = () => createSchema(inject('postgres') ?? '')

function newFile(): string {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  return join(folder, 'club.db')
}

const copy = (from: string, to: string) =>
  from.startsWith('postgres')
    ? runCommand('copy', '--to', to, '--data', from)
    : runCommand('copy', '--from', from, '--data', to)

/** Everything that a member sees. */
async function readAll({ call, identity }: Awaited<ReturnType<typeof startClubProcess>>) {
  const { posts } = (await call('GET /api/posts')).data
  const { users } = (await call('GET /api/users')).data
  return { posts, users, club: await identity() }
}

test('a club moves from SQLite to PostgreSQL and back, with everything', async () => {
  const [file, database, back] = [newFile(), await newDatabase(), newFile()]
  const club = await filledClub(file)
  const before = await readAll(club)
  expect(await copy(file, database)).toMatchObject({
    code: 1,
    error: expect.stringContaining('Stop'),
  })
  await club.kill()
  expect(await copy(file, database)).toMatchObject({ code: 0, error: '' })

  const moved = await startClubProcess(database)
  expect(await readAll(moved)).toEqual(before)
  expect((await club.logIn(moved)).status).toBe(200)
  // Likes of a club in PostgreSQL are counted in several parts.
  for (const { _id } of before.posts) {
    const { status } = await moved.call('POST /api/posts/like/:postId', {
      params: { postId: _id },
      token: club.token,
    })
    expect(status).toBe(201)
  }
  const after = await readAll(moved)
  expect(await copy(database, back)).toMatchObject({
    code: 1,
    error: expect.stringContaining('Stop'),
  })
  await moved.kill()
  await vi.waitFor(
    async () => expect(await copy(database, back)).toMatchObject({ code: 0, error: '' }),
    PATIENCE,
  )
  const returned = await startClubProcess(back)
  expect(await readAll(returned)).toEqual(after)
  expect(after.posts[0]?.likes.likeCount).toBe(2)
  const found = await returned.call('GET /api/posts', { query: '?search=Lap' })
  expect(found.data.posts).toHaveLength(before.posts.length)
})

test('a copy never goes over data, and never takes accounts with public passwords', async () => {
  const [file, database, practice] = [newFile(), await newDatabase(), newFile()]
  await (await filledClub(file, { posts: 1 })).kill()
  await (await startProcess(practice)).kill()
  const publicPasswords = { code: 1, error: expect.stringContaining('public passwords') }
  expect(await copy(practice, database)).toMatchObject(publicPasswords)
  expect(await copy(practice, join(practice, '../other.db'))).toMatchObject(publicPasswords)
  expect(existsSync(join(practice, '../other.db'))).toBe(false)
  expect(await copy(file, database)).toMatchObject({ code: 0 })
  expect(await copy(file, database)).toMatchObject({
    code: 1,
    error: expect.stringContaining('has data'),
  })
  expect(await copy(database, file)).toMatchObject({
    code: 1,
    error: expect.stringContaining('exists'),
  })
})

test('a copy that is killed leaves nothing, and can be run again', {
  timeout: 180_000,
}, async () => {
  const [file, database, back] = [newFile(), await newDatabase(), newFile()]
  const club = await filledClub(file, { posts: 15, pictureSize: 1_000_000 })
  const before = await readAll(club)
  await club.kill()
  for (const isTime of pgMoments(database, ['', 'INSERT INTO bytes', 'SELECT rows.key'])) {
    expect(await killCommand(['copy', '--from', file, '--data', database], isTime)).toBe(true)
    expect(await tablesIn(database)).toBe(0)
  }
  await vi.waitFor(
    async () => expect(await copy(file, database)).toMatchObject({ code: 0, error: '' }),
    PATIENCE,
  )
  const size = () => statSync(`${back}.unfinished`, { throwIfNoEntry: false })?.size ?? -1
  for (const isTime of [() => size() >= 0, () => size() > 5_000_000]) {
    expect(await killCommand(['copy', '--to', back, '--data', database], isTime)).toBe(true)
    expect(existsSync(back)).toBe(false)
  }
  await vi.waitFor(
    async () => expect(await copy(database, back)).toMatchObject({ code: 0, error: '' }),
    PATIENCE,
  )
  expect(readdirSync(join(back, '..'))).toEqual(['club.db'])
  expect(await readAll(await startClubProcess(back))).toEqual(before)
})

test('no club starts on a database while a copy or restore writes it', async () => {
  const database = await newDatabase()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  onTestFinished(() => client.end())
  expect(await lockData(client, true)).toBe(true)
  const started = await runCommand('--api-only', '--port', '0', '--data', database)
  expect(started).toMatchObject({
    code: 1,
    error: expect.stringContaining('A restore or a copy writes these data'),
  })
  expect(await tablesIn(database)).toBe(0)
})

/** The number of tables that were committed. */
async function tablesIn(database: string): Promise<number> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query(
    // Without that of a lock.
    `SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'in_use'`,
  )
  await client.end()
  return Number(rows[0].count)
}
