import { expect, test } from 'vitest'
import { checkRows } from '../../mocks/check-rows.ts'
import { openDatabase } from '../../mocks/database.ts'
import { emptyDataSet, replaceData } from '../../mocks/seed/data-set.ts'
import { memoryStore } from '../../mocks/store/adapters/memory.ts'
import { isUuid } from '../../mocks/store/ids.ts'
import { clubEntries } from './club-entries.ts'
import { largeClub } from './large-club.ts'

const END = Date.UTC(2026, 10, 1)

async function generated(members: number) {
  const club = largeClub(members, END)
  const parts = [...club.parts()]
  const entries = new Map<string, unknown>()
  const log = { n: 0 }
  for (const part of parts) {
    for (const [key, value] of await clubEntries(part, END, log)) {
      expect(entries.has(key), `${key} is in one part`).toBe(false)
      entries.set(key, value)
    }
  }
  return { club, parts, entries }
}

const withoutLog = (entries: Map<string, unknown>) =>
  new Map([...entries].filter(([key]) => !key.startsWith('log/')))

test('a generated club of 1,100 members keeps every rule of stored rows', async () => {
  const { entries, club, parts } = await generated(1_100)
  expect(() => checkRows(withoutLog(entries))).not.toThrow()
  for (const { posts, comments, users } of parts) {
    for (const { _id } of [...posts, ...comments, ...users]) expect(isUuid(_id), _id).toBe(true)
  }
  const count = (prefix: string) =>
    [...entries.keys()].filter((key) => key.startsWith(prefix)).length
  expect(count('users/')).toBe(1_100)
  expect(count('posts/')).toBe(club.sequences.posts)
  expect(count('comments/')).toBe(4_400)
  expect(count('votes/')).toBeGreaterThan(20 * 1_100)
})

test('the entries are those that a club stores for the same data', async () => {
  const { parts, entries, club } = await generated(60)
  const store = memoryStore()
  const whole = { ...emptyDataSet(), sequences: club.sequences, notifications: [] }
  for (const part of parts) {
    whole.users.push(...part.users)
    whole.posts.push(...part.posts)
    whole.comments.push(...part.comments)
    Object.assign(whole, { notifications: [...whole.notifications, ...(part.notifications ?? [])] })
  }
  const stored = await openDatabase(store).write(async (tx) => {
    await replaceData(tx, whole)
    return new Map([...tx.entries.changes].filter(([, value]) => value !== undefined))
  })
  for (const [key, value] of withoutLog(entries)) {
    expect(stored.get(key), key).toEqual(value)
  }
  const others = [...stored.keys()].filter(
    (key) => !entries.has(key) && !/^(meta|counts|posts\.(text|packed))\//.test(key),
  )
  expect(others).toEqual([])
})

test('a few posts and people have most of the likes and followers', () => {
  const parts = [...largeClub(5_000, END).parts()]
  const likes = parts.flatMap(({ posts }) => posts.map(({ likeCount }) => likeCount))
  const followers = parts.flatMap(({ users }) => users.map((user) => user.followers.length))
  const [most = 0, second = 0] = likes.toSorted((a, b) => b - a)
  expect(most).toBeGreaterThan(500)
  expect(second).toBeLessThan(most)
  expect(Math.max(...followers)).toBeGreaterThan(1_000)
  expect(likes.filter((count) => count < 40).length).toBeGreaterThan(likes.length / 2)
})
