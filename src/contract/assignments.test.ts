import { expect, test } from 'vitest'
import { defectsByLevel, defectsOf, isAssignment, maxCount } from './assignments.ts'
import { countDefects } from './count-defects.ts'
import { defects } from './defects.ts'

const { mixed: _, ...levels } = defectsByLevel

test('each defect has one level', () => {
  expect(Object.values(levels).flat().sort()).toEqual(defects.toSorted())
})

test.each(Object.keys(defectsByLevel) as (keyof typeof defectsByLevel)[])(
  'an assignment of level %s has as many defects of it as its code says, always the same ones (R13.16)',
  (level) => {
    const pool: readonly string[] = defectsByLevel[level]
    for (let count = 1; count <= maxCount(level); count += 1) {
      const code = `${count}-${level}-7`
      expect(isAssignment(code)).toBe(true)
      const chosen = [...defectsOf([code])]
      expect(chosen).toHaveLength(count)
      expect(pool).toEqual(expect.arrayContaining(chosen))
      expect([...defectsOf([code])]).toEqual(chosen)
    }
    expect(isAssignment(`${maxCount(level) + 1}-${level}-7`)).toBe(false)
  },
)

test.each([
  '0-easy-1',
  '3-easy',
  '3-easy-',
  '3-none-1',
  '3-easy-01',
  '3-easy-1000000',
  ' 3-easy-1',
  '3-easy-1\n',
])('%j is no assignment', (code) => {
  expect(isAssignment(code)).toBe(false)
})

test('each defect is chosen about as often as the others', () => {
  const seeds = Array.from({ length: 3000 }, (_value, seed) => seed)
  const chosen = seeds.flatMap((seed) => [...defectsOf([`7-mixed-${seed}`])])
  for (const id of defects) {
    const times = chosen.filter((one) => one === id).length
    expect(times, id).toBeGreaterThan(900)
    expect(times, id).toBeLessThan(1100)
  }
})

test('fewer defects of the same seed are others, so that they do not halve the search', () => {
  const seeds = Array.from({ length: 100 }, (_value, seed) => seed)
  const contained = seeds.filter((seed) => {
    const [one] = defectsOf([`1-mixed-${seed}`])
    return one && defectsOf([`7-mixed-${seed}`]).has(one)
  })
  expect(contained.length).toBeLessThan(60)
})

test('a list can have names and assignments', () => {
  expect(defectsOf(['timestamp'])).toEqual(new Set(['timestamp']))
  expect(defectsOf(['timestamp', '2-easy-1']).size).toBe(3)
  expect(countDefects(['timestamp', '10-mixed-1', '2-easy-5'])).toBe(13)
  expect(countDefects([])).toBe(0)
})
