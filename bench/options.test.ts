import { expect, test } from 'vitest'
import { isWanted, readOptions } from './options.ts'

const IDS = ['sizes', 'latency', 'scaling']

test('without options everything is measured in full', () => {
  expect(readOptions([], IDS)).toEqual({ only: [], quick: false, all: false })
})

test('rows are named one by one or with commas', () => {
  const { only, quick } = readOptions(['--only', 'sizes,latency', '--only=scaling', '--quick'], IDS)
  expect([only, quick]).toEqual([IDS, true])
})

test('a row that does not exist is refused with the list of those that do', () => {
  expect(() => readOptions(['--only', 'speed'], IDS)).toThrow(
    'There is no row speed. There are: sizes, latency, scaling',
  )
})

test('an unknown option is refused', () => {
  expect(() => readOptions(['--slow'], IDS)).toThrow('--slow')
})

test('what takes long is measured only when it is named or all is asked for', () => {
  const soak = { id: 'soak', takesLong: true }
  const wanted = (...args: string[]) => isWanted(soak, readOptions(args, ['soak', 'sizes']))
  expect([wanted(), wanted('--all'), wanted('--only', 'soak')]).toEqual([false, true, true])
  expect(wanted('--all', '--only', 'sizes')).toBe(false)
  expect(isWanted({ id: 'sizes' }, readOptions([], ['sizes']))).toBe(true)
})
