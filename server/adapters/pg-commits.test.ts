import { expect, test } from 'vitest'
import { Commits } from './pg-commits.ts'
import type { PgPool } from './pg-pool.ts'

test('a process does not look because of its own commits', async () => {
  let looks = 0
  const query = async () => {
    looks += 1
    return [{ last: '0', epoch: '', n: null }]
  }
  const commits = new Commits({ query } as unknown as PgPool)
  await commits.add('own', () => ({ written: [], store: async () => true }))
  const before = looks
  await commits.onCommit('own')
  expect(looks).toBe(before)
  await commits.onCommit('of another process')
  await commits.onCommit()
  expect(looks).toBe(before + 2)
})
