import { expect, it } from 'vitest'
import { DEFAULT_REQUEST } from '../request/tester-request.ts'
import { compareEntries, compareTexts } from './compare-entries.ts'
import type { HistoryEntry } from './history.ts'

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

it('shows the changes from the older entry to the newer one in either argument order', () => {
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

it('compares no data if those of one entry were not stored', () => {
  const cut = { ...entry(1, 200, undefined), response: undefined, isCut: true }
  expect(changes(cut, entry(2, 200, { likes: 1 }))).toEqual([])
})

it('shows no change between equal entries', () => {
  expect(changes(entry(1, 200, {}), entry(2, 200, {}))).toEqual([])
})

it('shows three unchanged lines around a change, and counts the others', () => {
  const same = Array.from({ length: 10 }, (_, n) => `${n}`).join('\n')
  const lines = compareTexts(`${same}\n${same}`, `${same}\nnew\n${same}`)
  expect(lines.map((line) => (line.kind === 'folded' ? line.count : line.text))).toEqual([
    ...[7, '7', '8', '9', 'new', '0', '1', '2', 7],
  ])
})

it('shows texts with too many differences as one removed and one added block', () => {
  const text = (mark: string) => Array.from({ length: 1100 }, (_, n) => `${mark}${n}`).join('\n')
  const kinds = compareTexts(text('a'), text('b')).map(({ kind }) => kind)
  expect(kinds).toEqual([...Array(1100).fill('removed'), ...Array(1100).fill('added')])
})
