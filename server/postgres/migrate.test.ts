import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, inject, test } from 'vitest'
import { migrations } from '../../mocks/migrations.ts'
import { countUnder } from '../../mocks/testing/stores.ts'
import { openPostgresAt } from '../testing/pg-store.ts'
import { createSchema } from '../testing/processes.ts'

const MIGRATE = fileURLToPath(new URL('../migrate.ts', import.meta.url))

async function migrate(...args: string[]): Promise<string> {
  const { stdout, stderr } = spawn(process.execPath, [MIGRATE, ...args])
  return (await text(stdout)) + (await text(stderr))
}

test('several migrations at once bring an empty database to the current version', async () => {
  const url = await createSchema(inject('postgres') ?? '')
  const printed = await Promise.all([1, 2, 3].map(() => migrate('--data', url)))
  for (const line of printed)
    expect(line).toContain(`The data are of version ${migrations.length}.`)
  const store = openPostgresAt(async () => url)
  expect(await countUnder(store, 'users/')).toBe(5)
  expect(await countUnder(store, 'posts.id/')).toBe(5)
})

test('the parts of counts become one number', async () => {
  const url = await createSchema(inject('postgres') ?? '')
  await migrate('--data', url)
  const store = openPostgresAt(async () => url)
  const [likes, removed] = ['counts/votes/a/likedBy/a/', 'counts/votes/b/likedBy/b/']
  await store.write(
    new Map<string, unknown>([
      ['meta/version', migrations.findIndex(({ name }) => name === 'joinCounts')],
      [`${likes}1`, 2],
      [`${likes}12`, 3],
      [`${likes}15`, -1],
      [`${removed}0`, 1],
      [`${removed}9`, -1],
      ['counts/comments.postId/c/0', 4],
    ]),
  )
  expect(await migrate('--data', url)).toContain(`version ${migrations.length}`)
  const keys = [`${likes}0`, `${likes}12`, `${removed}0`, 'counts/comments.postId/c/0']
  expect(await store.read(keys)).toEqual([4, undefined, undefined, 4])
})

test('a migration without a database says so', async () => {
  expect(await migrate()).toContain('--data')
})
