import { expect, test } from 'vitest'
import { addAt, idAfterRemoval, isValidKey, pathText, removeAt, setAt } from './json-path.ts'

const CAR = { name: 'Civic', 'a.b/c': 1, owners: [{ id: 1 }, { id: 2 }], specs: { power: 90 } }

test('setting a value copies its path, in the order of keys, and shares the rest', () => {
  const next = setAt(CAR, ['owners', 1, 'id'], 7) as typeof CAR
  expect(next.owners).toEqual([{ id: 1 }, { id: 7 }])
  expect(next.specs).toBe(CAR.specs)
  expect(next.owners[0]).toBe(CAR.owners[0])
  expect(CAR.owners[1]?.id).toBe(2)
  expect(Object.keys(next)).toEqual(Object.keys(CAR))
  expect(setAt(CAR, [], 5)).toBe(5)
})

test('a removal deletes a key or moves up the later items of an array', () => {
  expect(removeAt(CAR, ['a.b/c'])).not.toHaveProperty(['a.b/c'])
  expect(removeAt(CAR, ['owners', 0])).toMatchObject({ owners: [{ id: 2 }] })
})

test('new entries are added at the end', () => {
  expect(addAt(CAR, ['owners'], '', null)).toMatchObject({ owners: [{ id: 1 }, { id: 2 }, null] })
  expect(Object.keys(addAt(CAR, ['specs'], 'torque', null) as object)).toContain('specs')
  expect(addAt({ a: 1 }, [], 'b', 2)).toEqual({ a: 1, b: 2 })
})

test('"__proto__" and "constructor" are ordinary keys in every edit', () => {
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

test('an empty or existing key is not valid; an inherited name is (R14.13)', () => {
  expect(isValidKey(CAR, '')).toBe(false)
  expect(isValidKey(CAR, 'name')).toBe(false)
  expect(isValidKey(CAR, 'Name')).toBe(true)
  expect(isValidKey({}, 'constructor')).toBe(true)
  expect(isValidKey({}, '__proto__')).toBe(true)
})

test('a path is written as in JavaScript', () => {
  expect(pathText(['users', 0, 'name'], 'Response')).toBe('users[0].name')
  expect(pathText([3, 'a.b/c', ''], 'Response')).toBe('[3]["a.b/c"][""]')
  expect(pathText([], 'Response')).toBe('Response')
})

test.each([
  ['/users/3/name', '/users/2/name'],
  ['/users/12#100', '/users/11#100'],
  ['/users/0/name', '/users/0/name'],
  ['/users#100', '/users#100'],
  ['/other/3', '/other/3'],
  ['', ''],
  ['/users/1', undefined],
  ['/users/1/name', undefined],
])('after the removal of users[1], the id %j is %j', (id, next) => {
  expect(idAfterRemoval(id, ['users', 1])).toBe(next)
  expect(idAfterRemoval('/a#0', ['a'])).toBeUndefined()
  expect(idAfterRemoval('/ab', ['a'])).toBe('/ab')
})
