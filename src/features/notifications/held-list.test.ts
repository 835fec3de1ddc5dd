import { expect, test } from 'vitest'
import type { Notification } from '../../contract/notifications.ts'
import { heldList, keyOf } from './held-list.ts'

const row = (_id: string, postId: string) => ({ _id, postId, type: 'like' }) as Notification
const before = (...rows: Notification[]) => new Map(rows.map((one) => [keyOf(one), one]))

test('new ones are queued, also one that replaces an older one, which stays at its place (R17.4)', () => {
  const [c, b, a] = [row('3', 'c'), row('2', 'b'), row('1', 'a')]
  const again = row('5', 'b')
  const { shown, queued } = heldList([again, row('4', 'd'), c, a], '3', before(c, b, a))
  expect(shown).toEqual([c, b, a])
  expect(queued.map(({ _id }) => _id)).toEqual(['5', '4'])
})

test('what was withdrawn is not held, and older pages are added', () => {
  const [c, b, a] = [row('3', 'c'), row('2', 'b'), row('1', 'a')]
  expect(heldList([b, a], '3', before(c, b))).toEqual({ shown: [b, a], queued: [] })
})
