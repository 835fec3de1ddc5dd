import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { lockData } from '../adapters/pg-lock.ts'
import { filledClub, startClubProcess } from '../testing/busy-club.ts'
import { PATIENCE, testKeeping } from '../testing/keeping.ts'
import { pgMoments } from '../testing/pg-moments.ts'
import { createSchema } from '../testing/processes.ts'
import { newFolder } from '../testing/run-api.ts'
import { runCommand } from '../testing/run-command.ts'

const newDatabase = () => createSchema(inject('postgres') ?? '')

testKeeping({
  newData: newDatabase,
  writeMoments: (data) => pgMoments(data, ['', 'INSERT INTO bytes', 'SELECT rows.key']),
})

/** Everything that a member sees. */
async function readAll({ call, identity }: Awaited<ReturnType<typeof startClubProcess>>) {
  const { posts } = (await call('GET /api/posts')).data
  const { users } = (await call('GET /api/users')).data
  return { posts, users, club: await identity() }
}

test('a club moves from SQLite to PostgreSQL and back, with everything', async () => {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const [file, database, back] = [join(folder, 'a.db'), await newDatabase(), join(folder, 'b.db')]
  let moves = 0
  async function move(from: string, to: string) {
    const backup = join(folder, `${moves++}.backup`)
    expect(await runCommand('backup', backup, '--data', from)).toMatchObject({ code: 0, error: '' })
    expect(await runCommand('restore', backup, '--data', to)).toMatchObject({ code: 0, error: '' })
  }
  const club = await filledClub(file)
  const before = await readAll(club)
  await club.kill()
  await move(file, database)

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
  await moved.kill()
  await move(database, back)
  const returned = await startClubProcess(back)
  expect(await readAll(returned)).toEqual(after)
  expect(after.posts[0]?.likes.likeCount).toBe(2)
  const found = await returned.call('GET /api/posts', { query: '?search=Lap' })
  expect(found.data.posts).toHaveLength(before.posts.length)
})

test('no club starts on a database while a restore writes it', async () => {
  const database = await newDatabase()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  onTestFinished(() => client.end())
  expect(await lockData(client, true)).toBe(true)
  const started = await runCommand('--api-only', '--port', '0', '--data', database)
  expect(started).toMatchObject({
    code: 1,
    error: expect.stringContaining('A restore writes these data'),
  })
  const { rows } = await client.query('SELECT FROM pg_tables WHERE schemaname = current_schema()')
  expect(rows).toEqual([])
})

test('a backup whose connection is lost says so, and leaves nothing', async () => {
  const { folder, remove } = newFolder()
  onTestFinished(remove)
  const data = await newDatabase()
  await filledClub(data, { posts: 5, pictureSize: 1_000_000 })
  const client = new pg.Client({ connectionString: data })
  await client.connect()
  onTestFinished(() => client.end())
  const backup = runCommand('backup', join(folder, 'club.backup'), '--data', data)
  const END = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE application_name = 'gearheads backup' AND query LIKE 'SELECT rows.key%'`
  await vi.waitFor(async () => expect((await client.query(END)).rowCount).toBe(1), PATIENCE)
  expect(await backup).toMatchObject({
    code: 1,
    error: expect.stringContaining('No backup was written. '),
  })
  expect(readdirSync(folder)).toEqual([])
})
