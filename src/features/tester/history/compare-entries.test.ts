import { expect, it } from 'vitest'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import { compareEntries, foldSame } from './compare-entries.ts'
import type { HistoryEntry } from './history-store.ts'

const entry = (at: number, status: number, data: unknown): HistoryEntry => ({
  id: String(at),
  request: DEFAULT_REQUEST,
  at,
  timeMs: 400,
  response: { data },
  answer: { status, statusText: '', headers: {}, text: '', bytes: 0, timing: [] },
})

const changes = (one: HistoryEntry, other: HistoryEntry) =>
  compareEntries(one, other).flatMap((line) =>
    line.kind === 'added' || line.kind === 'removed' ? `${line.kind} ${line.text.trim()}` : [],
  )

it('shows what changed from the older to the newer one, whichever is given first', () => {
  const before = entry(1, 200, { likes: 0, by: 'mira' })
  const after = entry(2, 201, { likes: 1, by: 'mira' })
  const expected = [
    'removed "status": 200,',
    'added "status": 201,',
    'removed "likes": 0,',
    'added "likes": 1,',
  ]
  expect(changes(before, after)).toEqual(expected)
  expect(changes(after, before)).toEqual(expected)
})

it('shows no change between equal ones', () => {
  expect(changes(entry(1, 200, {}), entry(2, 200, {}))).toEqual([])
})

it('leaves out long runs of same lines and says how many', () => {
  const same = Array.from({ length: 10 }, (_, n) => ({ kind: 'same' as const, text: `${n}` }))
  const folded = foldSame([...same, { kind: 'added', text: 'new' }, ...same])
  expect(folded.map((line) => (line.kind === 'folded' ? line.count : line.text))).toEqual([
    7,
    '7',
    '8',
    '9',
    'new',
    '0',
    '1',
    '2',
    7,
  ])
})
