import { expect, it } from 'vitest'
import { countUsed, editRow, headersOf, openRows, reasonUnsent, removeRow } from './header-rows.ts'

const accept = { isUsed: true, header: 'Accept', value: '*/*' }
const row = (header: string, value = '', isUsed = true) => ({ isUsed, header, value })

it('starts with the given rows and one blank disabled row', () => {
  expect(openRows([accept])).toEqual([
    { id: 0, ...accept },
    { id: 1, isUsed: false, header: '', value: '' },
  ])
})

it('keeps text pasted into the last row and appends a new blank row', () => {
  const rows = editRow(openRows([accept]), 1, { value: 'pasted in one go' })
  expect(rows[1]).toMatchObject({ value: 'pasted in one go', isUsed: false })
  expect(rows[2]).toMatchObject({ header: '', value: '', isUsed: false })
  expect(rows).toHaveLength(3)
})

it('appends no row when another than the last is edited', () => {
  const rows = editRow(openRows([accept]), 0, { value: 'text/html' })
  expect(rows).toHaveLength(2)
  expect(headersOf(rows)).toEqual({ Accept: 'text/html' })
})

it('gives every new row an id of its own, also after a removal', () => {
  let rows = editRow(openRows([accept]), 1, { header: 'A' })
  rows = removeRow(rows, 1)
  rows = editRow(rows, 2, { header: 'B' })
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3)
})

it('sends only enabled rows and counts them', () => {
  const rows = openRows([accept, row('X-Off', '1', false), row('X-On', ' 2 ')])
  expect(headersOf(rows)).toEqual({ Accept: '*/*', 'X-On': '2' })
  expect(countUsed(rows)).toBe(2)
})

it('leaves out what would break the whole request, and says why', () => {
  const unsendable = [
    row(''),
    row('  '),
    row('two words'),
    row('a:b'),
    row('X-Car', '車'),
    row('Host'),
  ]
  expect(headersOf([accept, ...unsendable])).toEqual({ Accept: '*/*' })
  for (const one of unsendable) expect(reasonUnsent(one)).toMatch(/^Not sent: /)
  expect(
    () => new Headers(headersOf([row('X-Név', 'x'), row('X-Ok', 'Zoë'), row('\n')])),
  ).not.toThrow()
})

it('takes every name that HTTP allows', () => {
  expect(headersOf([row("!#$%&'*+-.^_`|~aZ09", 'x')])).toEqual({ "!#$%&'*+-.^_`|~aZ09": 'x' })
})
