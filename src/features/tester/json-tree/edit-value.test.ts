import { expect, test } from 'vitest'
import { addAt, isBadKey, removeAt, setAt } from './edit-value.ts'

const CAR = { name: 'Civic', 'a.b/c': 1, owners: [{ id: 1 }, { id: 2 }], specs: { power: 90 } }

test('a set changes one place and shares the rest', () => {
  const next = setAt(CAR, ['owners', 1, 'id'], 7) as typeof CAR
  expect(next.owners).toEqual([{ id: 1 }, { id: 7 }])
  expect(next.specs).toBe(CAR.specs)
  expect(next.owners[0]).toBe(CAR.owners[0])
  expect(CAR.owners[1]?.id).toBe(2)
})

test('a set keeps the order of keys', () => {
  expect(Object.keys(setAt(CAR, ['name'], 'Jazz') as object)).toEqual(Object.keys(CAR))
})

test('a set at the empty path is the new value', () => {
  expect(setAt(CAR, [], 5)).toBe(5)
})

test('a remove takes a key away and moves up the items of an array', () => {
  expect(removeAt(CAR, ['a.b/c'])).not.toHaveProperty(['a.b/c'])
  expect(removeAt(CAR, ['owners', 0])).toMatchObject({ owners: [{ id: 2 }] })
})

test('a remove leaves the whole value and unknown paths alone', () => {
  expect(removeAt(CAR, [])).toBe(CAR)
  expect(removeAt(CAR, ['nowhere', 'at', 'all'])).toBe(CAR)
})

test('an addition goes to the end', () => {
  expect(addAt(CAR, ['owners'], '', null)).toMatchObject({ owners: [{ id: 1 }, { id: 2 }, null] })
  expect(Object.keys(addAt(CAR, ['specs'], 'torque', null) as object)).toContain('specs')
  expect(addAt({ a: 1 }, [], 'b', 2)).toEqual({ a: 1, b: 2 })
})

test('"__proto__" and "constructor" are plain keys in every edit', () => {
  const odd = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}')
  const set = setAt(odd, ['__proto__', 'x'], 9) as object
  expect(Object.entries(set)).toEqual([
    ['__proto__', { x: 9 }],
    ['constructor', 2],
  ])
  const added = addAt({}, [], '__proto__', 'plain') as object
  expect(Object.entries(added)).toEqual([['__proto__', 'plain']])
  expect(Object.getPrototypeOf(added)).toBe(Object.prototype)
  expect(Object.keys(removeAt(odd, ['__proto__']) as object)).toEqual(['constructor'])
  expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
})

test('a key that is empty or taken is bad; an inherited name is not taken', () => {
  expect(isBadKey(CAR, '')).toBe(true)
  expect(isBadKey(CAR, 'name')).toBe(true)
  expect(isBadKey(CAR, 'Name')).toBe(false)
  expect(isBadKey({}, 'constructor')).toBe(false)
  expect(isBadKey({}, '__proto__')).toBe(false)
})

test('an edit reaches 200 levels down', () => {
  const path = Array.from({ length: 200 }, (_, at) => `k${at}`)
  const deep = path.reduceRight<unknown>((value, key) => ({ [key]: value }), 'bottom')
  expect(JSON.stringify(setAt(deep, path, 'new'))).toContain('"k199":"new"')
})
