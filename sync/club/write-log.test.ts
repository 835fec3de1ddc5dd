import { expect, test } from 'vitest'
import { openDatabase } from '../../mocks/database.ts'
import { memoryStore } from '../../mocks/store/adapters/memory.ts'
import { uuidAt } from '../../mocks/store/ids.ts'
import { lastCursor, loggedWrite, readChanges } from './write-log.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR

/** A club whose log has an entry at each of these times before now, in ms. */
async function clubWith(ages: readonly number[]) {
  const database = openDatabase(memoryStore())
  const now = Date.now()
  const cursors = await database.write(async (tx) =>
    ages.map((age, n) => {
      const moment = Math.round(now - age)
        .toString(16)
        .padStart(12, '0')
      const id = uuidAt(moment + n.toString(16).padStart(3, '0').slice(-3))
      const [key, value] = loggedWrite(id, ['posts/1'])
      tx.entries.set(key, value)
      return key.slice('log/'.length)
    }),
  )
  return { database, cursors }
}

/** A number of ages from `from` on, each less than the one before. */
const spread = (count: number, from: number, until: number) =>
  Array.from({ length: count }, (_, n) => from - ((from - until) * n) / count)

test.each([
  ['the last second', [WEEK, 2_000, 100]],
  ['the last days', [WEEK, 30 * HOUR]],
  ['one second with thousands of writes, long ago', spread(2_500, HOUR, HOUR - 1_000)],
  ['two thousand writes of one week', spread(2_000, WEEK, 2 * HOUR)],
])('the last cursor is found: %s', async (_name, ages) => {
  const { database, cursors } = await clubWith(ages)
  expect(await database.read(lastCursor)).toBe(cursors.toSorted().at(-1))
})

test.each([999, 1_000, 1_001])(
  'after %i changes, whether there are more says nothing of what concerns somebody else',
  async (count) => {
    const moreAfter = async (...own: number[]) => {
      const database = openDatabase(memoryStore())
      const start = Date.now() - HOUR
      const since = await database.write(async (tx) => {
        const put = (at: number, key: string, tail: string) => {
          const moment = `${Math.round(start + at)
            .toString(16)
            .padStart(12, '0')}000`
          const [name, value] = loggedWrite(uuidAt(moment, `8000-${tail.padStart(12, '0')}`), [key])
          tx.entries.set(name, value)
          return name.slice('log/'.length)
        }
        const first = put(0, 'posts/1', '0')
        for (let n = 1; n <= count; n += 1) put(n, 'posts/1', '0')
        for (const at of own) put(at, 'notifications/vera/1', '1')
        return first
      })
      const device = { viewers: ['vera'], owners: [], names: [] }
      const { more, entries } = (await database.read((tx) => readChanges(tx, since, device))) ?? {}
      return { more, entries }
    }
    const without = await moreAfter()
    expect(without.more).toBe(count >= 1_000)
    expect(await moreAfter(1, 500, count)).toEqual(without)
    expect(await moreAfter(...Array.from({ length: 1_500 }, (_, n) => n + 1))).toEqual(without)
  },
)
