import { expect, test } from 'vitest'
import { memoryStore } from '../../mocks/data/adapters/memory.ts'
import { openDatabase } from '../../mocks/data/database.ts'
import { uuidAt } from '../../mocks/data/ids.ts'
import { lastCursor, loggedWrite } from './write-log.ts'

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
