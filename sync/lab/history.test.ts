import { beforeEach, expect, test } from 'vitest'
import type { CallName } from '../../src/contract/calls.ts'
import { type ShownRow, startHistory, type Write } from './history.ts'

const mira = { title: 'Mira’s phone', userId: 'mira' }
const juno = { title: 'Juno’s phone', userId: 'juno' }
const A = shown('A', mira.userId)
const B = shown('B', juno.userId)

function shown(_id: string, userId: string, second = 0): ShownRow {
  return { _id, userId, content: _id, updatedAt: `2026-05-01T09:00:0${second}Z` }
}

function write(
  name: string,
  call: CallName = 'POST /api/posts',
  postId = name,
  { userId } = mira,
): Write {
  return { name, call, params: { postId }, body: { content: name }, userId }
}

const likesOf = (_id: string, count: number, isOn = false) => ({ key: `likes/${_id}`, isOn, count })
const like = (name: string, by = mira) => write(name, 'POST /api/posts/like/:postId', 'A', by)
const dislike = (name: string, by = mira) => write(name, 'POST /api/posts/dislike/:postId', 'A', by)

let history: ReturnType<typeof startHistory>
const read = (phone: number, rows: ShownRow[], carried: Write[] = [], pending: Write[] = []) =>
  history.read(phone, { rows, carried, pending })
/** What a phone shows of the likes of A. */
const readLikes = (phone: number, count: number, isOn = false, pending: Write[] = []) =>
  history.read(phone, { rows: [A], toggles: [likesOf('A', count, isOn)], pending })
const failures = () => [...history.failures]
/** The club does writes, in this order after all before. */
const done: { name: string }[] = []
const doAtClub = (...writes: Write[]) => {
  done.push(...writes)
  history.done(done)
}

beforeEach(() => {
  history = startHistory([mira, juno], false)
  done.length = 0
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

test('monotonic reads: what was deleted at the club does not come back', () => {
  read(1, [A])
  const deletion = write('gone', 'DELETE /api/posts/:postId', 'A')
  history.write(0, deletion)
  doAtClub(write('A'), deletion)
  read(1, [])
  expect(failures()).toEqual([])
  read(1, [A])
  expect(failures()).toEqual(['Juno’s phone shows “A” again, which was deleted.'])
})

test('monotonic reads: a deletion that is still on another phone hides nothing here', () => {
  read(1, [A])
  const deletion = write('gone', 'DELETE /api/posts/:postId', 'A')
  history.write(0, deletion)
  read(0, [], [], [deletion])
  expect(failures()).toEqual([])
  read(1, [])
  expect(failures()).toEqual(['Juno’s phone no longer shows “A”.'])
})

test('a deletion that waits no more, and was not done, is lost', () => {
  const deletion = write('gone', 'DELETE /api/posts/:postId', 'A')
  history.write(0, deletion)
  read(0, [A])
  expect(failures()).toEqual(['Mira’s phone: the deletion of “A” is lost.'])
})

const unexplained = (title: string, count: number, isOn: boolean) =>
  `${title} shows the likes of “A” as ${isOn ? 'with' : 'without'} its user, ${count} in all, which the writes do not explain.`

test('read your writes: a like is shown while it waits, and after it', () => {
  history.write(0, like('1'))
  readLikes(0, 1, true, [like('1')])
  doAtClub(like('1'))
  // The reply was lost.
  readLikes(0, 1, true, [like('1')])
  readLikes(0, 1, true)
  expect(failures()).toEqual([])
  readLikes(0, 0)
  expect(failures()).toEqual([unexplained('Mira’s phone', 0, false)])
})

test('read your writes: a pending like that a rebase drops is found', () => {
  history.write(0, like('1'))
  readLikes(0, 0, false, [like('1')])
  expect(failures()).toEqual([unexplained('Mira’s phone', 0, false)])
})

test('exactly once: a like that is counted twice, or never done, is found', () => {
  history.write(0, like('1'))
  doAtClub(like('1'))
  readLikes(1, 1)
  expect(failures()).toEqual([])
  readLikes(1, 2)
  expect(failures()).toEqual([unexplained('Juno’s phone', 2, false)])
  history.failures.clear()
  history.write(1, like('2', juno))
  readLikes(1, 1)
  expect(failures()).toEqual(['Juno’s phone: a write to the likes of “A” is lost.'])
})

test('monotonic reads: likes do not go back to a state before', () => {
  for (const one of [like('1'), dislike('2'), like('3')]) history.write(0, one)
  readLikes(1, 0)
  doAtClub(like('1'))
  readLikes(1, 1)
  doAtClub(dislike('2'))
  readLikes(1, 0)
  readLikes(1, 1)
  expect(failures()).toEqual([unexplained('Juno’s phone', 1, false)])
})

test('writes follow reads: who sees a post sees the likes that its author saw', () => {
  history = startHistory([mira, juno, { title: 'Tove’s phone', userId: 'tove' }], false)
  history.write(0, write('A'))
  history.write(0, like('1'))
  doAtClub(write('A'), like('1'))
  readLikes(1, 1)
  history.write(1, write('B', undefined, 'B', juno))
  const late = { rows: [A, B], toggles: [likesOf('A', 0)] }
  history.read(2, late)
  expect(failures()).toEqual([unexplained('Tove’s phone', 0, false)])
})

test('a courier does not show the like that it delivers', () => {
  history.write(0, like('1'))
  history.read(1, { rows: [A], toggles: [likesOf('A', 0)], carried: [like('1')] })
  expect(failures()).toEqual([])
  history.read(1, { rows: [A], toggles: [likesOf('A', 1)], carried: [like('1')] })
  expect(failures()).toEqual([unexplained('Juno’s phone', 1, false)])
})

test('what the club says of a like in the end is the last state', () => {
  history.write(0, like('1'))
  history.write(0, dislike('2'))
  doAtClub(write('A'), like('1'), dislike('2'))
  history.end('mira', { rows: [A], toggles: [likesOf('A', 0)] })
  expect(failures()).toEqual([])
  history.end('mira', { rows: [A], toggles: [likesOf('A', 1, true)] })
  expect(failures()).toEqual([unexplained('The club', 1, true)])
})

test('writes follow reads: a post without the one that its author answered is a failure', () => {
  history = startHistory([mira, juno, { title: 'Tove’s phone', userId: 'tove' }], false)
  history.write(0, write('A'))
  read(1, [A])
  history.write(1, write('B', undefined, 'B', juno))
  read(2, [B])
  expect(failures()).toEqual(['Tove’s phone shows “B” without “A”, which its author saw.'])
})

test('what a courier brings may come before what its author saw, and be refused', () => {
  history = startHistory([mira, juno, { title: 'Tove’s phone', userId: 'tove' }], false)
  history.write(0, write('A'))
  read(1, [A])
  history.write(1, write('B', undefined, 'B', juno))
  read(2, [B], [write('B', undefined, 'B', juno)])
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

test('what was written on a copy from before a restore may be lost with it', () => {
  history.read(0, { rows: [A], cursor: 'old' })
  history.restore()
  history.write(0, write('B', 'POST /api/comments/add/:postId', 'A'))
  history.write(0, write('gone', 'DELETE /api/posts/:postId', 'A'))
  history.read(0, { rows: [], cursor: 'new' })
  expect(failures()).toEqual([])
})

test('a deletion that a courier brings takes the comments along, and may be refused', () => {
  const B = { ...shown('B', mira.userId), postId: 'A' }
  history.write(0, write('B', 'POST /api/comments/add/:postId', 'A'))
  read(1, [A, B])
  const gone = write('gone', 'DELETE /api/posts/:postId', 'A')
  read(1, [], [gone])
  history.write(1, write('C', undefined, 'C', juno))
  const C = shown('C', juno.userId)
  read(1, [C], [gone])
  read(1, [A, B, C])
  expect(failures()).toEqual([])
})
