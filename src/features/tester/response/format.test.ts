import { expect, it } from 'vitest'
import { formatBytes, formatMs } from './format.ts'
import { statusLine } from './status-text.ts'

it('writes times so that they can be read at a glance', () => {
  expect([0, 0.44, 9.96, 12.4, 412.5, 2050].map(formatMs)).toEqual([
    '0 ms',
    '0.4 ms',
    '10 ms',
    '12 ms',
    '413 ms',
    '2.05 s',
  ])
})

it('writes sizes so that they can be read at a glance', () => {
  expect([0, 999, 2100, 3_400_000].map(formatBytes)).toEqual(['0 B', '999 B', '2.1 kB', '3.4 MB'])
})

it('names a status that came without a name', () => {
  expect(statusLine(404, '')).toBe('404 Not Found')
  expect(statusLine(418, '')).toBe('418')
  expect(statusLine(200, 'Fine')).toBe('200 Fine')
})
