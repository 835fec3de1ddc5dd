import { expect, test } from 'vitest'
import { parseIsoDate } from './iso-date.ts'

test.each([
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2024-05-01T10:30Z', '2024-05-01T10:30:00.000Z'],
  ['2024-05-01T10:30:15Z', '2024-05-01T10:30:15.000Z'],
  ['2024-05-01T10:30:15.250Z', '2024-05-01T10:30:15.250Z'],
  ['2024-05-01T10:30:15-05:30', '2024-05-01T16:00:15.000Z'],
])('%s is a date', (text, iso) => {
  expect(parseIsoDate(text)?.toISOString()).toBe(iso)
})

test('a time without a zone is local, as `new Date` has it', () => {
  expect(parseIsoDate('2024-05-01T10:30')).toEqual(new Date(2024, 4, 1, 10, 30))
})

test.each([
  'Honda 2004',
  '007',
  '2004',
  '2004-05',
  '20240501',
  '2024-5-1',
  '05/01/2024',
  '1 May 2024',
  '2024-05-01 10:30',
  '2024-05-01T10',
  '2024-05-01T10:30:15 Z',
  'on 2024-05-01',
  '2024-05-01T10:30:15+0200',
])('%j is no date', (text) => {
  expect(parseIsoDate(text)).toBeUndefined()
})

test.each([
  '2024-02-30',
  '2023-02-29',
  '2024-13-01',
  '2024-00-10',
  '2024-04-31',
  '2024-05-00',
  '2024-05-01T24:00',
  '2024-05-01T10:60',
  '2024-05-01T10:30:60Z',
  '2024-05-01T10:30Z+99:00',
  '2024-05-01T10:30+24:00',
])('%j is in no calendar and on no clock', (text) => {
  expect(parseIsoDate(text)).toBeUndefined()
})
