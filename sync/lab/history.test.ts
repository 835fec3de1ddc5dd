import { beforeEach, expect, test } from 'vitest'
import type { CallName } from '../../src/contract/calls.ts'
import { type ShownRow, startHistory } from './history.ts'

const mira = { title: 'Mira’s phone', userId: 'mira' }
const juno = { title: 'Juno’s phone', userId: 'juno' }
const A = shown('A', mira.userId)
const B = shown('B', juno.userId)

function shown(_id: string, userId: string, second = 0): ShownRow {
  return { _id, userId, content: _id, updatedAt: `2026-05-01T09:00:0${second}Z` }
}

function write(name: string, call: CallName = 'POST /api/posts', postId = name) {
  return { name, call, params: { postId }, body: { content: name } }
}

let history: ReturnType<typeof startHistory>
const read = (phone: number, rows: ShownRow[], carried: ReturnType<typeof write>[] = []) =>
  history.read(phone, rows, carried)
const failures = () => [...history.failures]

beforeEach(() => {
  history = startHistory([mira, juno], false)
  history.write(0, write('A'))
})

test('read your writes: an own post is shown until it is refused or deleted', () => {
  read(0, [])
  expect(failures()).toEqual(['Mira’s phone no longer shows “A”.'])
  history.failures.clear()
  history.takeBack(0, write('A'))
  read(0, [])
  expect(failures()).toEqual([])
})

test('monotonic reads: a row stays, and its version does not become older', () => {
  read(1, [shown('A', mira.userId, 5)])
  read(1, [A])
  read(1, [])
  expect(failures()).toEqual([
    'Juno’s phone shows an older version of “A” than before.',
    'Juno’s phone no longer shows “A”.',
  ])
})

test('monotonic reads: what was deleted does not come back', () => {
  read(1, [A])
  history.write(0, write('gone', 'DELETE /api/posts/:postId', 'A'))
  read(1, [])
  expect(failures()).toEqual([])
  read(1, [A])
  expect(failures()).toEqual(['Juno’s phone shows “A” again, which was deleted.'])
})

test('writes follow reads: a post without the one that its author answered is a failure', () => {
  history = startHistory([mira, juno, { title: 'Tove’s phone', userId: 'tove' }], false)
  history.write(0, write('A'))
  read(1, [A])
  history.write(1, write('B'))
  read(2, [B])
  expect(failures()).toEqual(['Tove’s phone shows “B” without “A”, which its author saw.'])
})

test('what a courier brings may come before what its author saw, and be refused', () => {
  history = startHistory([mira, juno, { title: 'Tove’s phone', userId: 'tove' }], false)
  history.write(0, write('A'))
  read(1, [A])
  history.write(1, write('B'))
  read(2, [B], [write('B')])
  read(2, [])
  history.carry('B')
  read(2, [B])
  expect(failures()).toEqual([])
})

test('no phantom: everything that is shown was written so, by its author', () => {
  read(0, [{ ...A, content: 'Not mine' }])
  expect(failures()).toEqual(['Mira’s phone shows “Not mine”, which its author did not write.'])
})

test('a restored backup begins a new history', () => {
  read(0, [A])
  read(1, [A])
  history.restore()
  read(0, [])
  read(1, [])
  expect(failures()).toEqual([])
})
