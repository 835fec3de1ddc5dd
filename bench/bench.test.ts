import { expect, test } from 'vitest'
import { isWanted, readOptions } from './bench.ts'

const IDS = ['sizes', 'latency', 'scaling']

test('without options all rows are measured in full', () => {
  expect(readOptions([], IDS)).toEqual({ only: [], quick: false, all: false })
})

test('rows are named in several options or separated by commas', () => {
  const { only, quick } = readOptions(['--only', 'sizes,latency', '--only=scaling', '--quick'], IDS)
  expect([only, quick]).toEqual([IDS, true])
})

test('an unknown row is rejected with a list of all rows', () => {
  expect(() => readOptions(['--only', 'speed'], IDS)).toThrow(
    'There is no row speed. There are: sizes, latency, scaling',
  )
})

test('an unknown option is rejected', () => {
  expect(() => readOptions(['--slow'], IDS)).toThrow('--slow')
})

test('a benchmark that takes long runs only when it is named, or with --all', () => {
  const soak = { id: 'soak', takesLong: true }
  const wanted = (...args: string[]) => isWanted(soak, readOptions(args, ['soak', 'sizes']))
  expect([wanted(), wanted('--all'), wanted('--only', 'soak')]).toEqual([false, true, true])
  expect(wanted('--all', '--only', 'sizes')).toBe(false)
  expect(isWanted({ id: 'sizes' }, readOptions([], ['sizes']))).toBe(true)
})
