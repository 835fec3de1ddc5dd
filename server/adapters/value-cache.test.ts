import { expect, test } from 'vitest'
import { ValueCache } from './value-cache.ts'

test('rows are kept up to a length, the newest of them', () => {
  const cache = new ValueCache(100_000)
  for (let n = 0; n < 50; n++) cache.set(`posts/${n}`, { n }, 9_000)
  const kept = Array.from({ length: 50 }, (_, n) => n).filter((n) => cache.get(`posts/${n}`))
  expect(kept).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48, 49])
})

test('ranges and rows have one length together', () => {
  const cache = new ValueCache(100_000)
  cache.setRange({ prefix: 'votes/a/' }, [['votes/a/1', 'first']], 20_000)
  for (let n = 0; n < 20; n++) cache.set(`posts/${n}`, { n }, 9_000)
  expect(cache.getRange({ prefix: 'votes/a/' })).toBeUndefined()
})

test('a row that is forgotten or replaced makes room', () => {
  const cache = new ValueCache(100_000)
  cache.set('posts/a', 'a', 20_000)
  for (let n = 0; n < 50; n++) {
    cache.set('posts/b', n, 20_000)
    cache.set('posts/c', n, 20_000)
    cache.forget('posts/c')
  }
  expect([cache.get('posts/a'), cache.get('posts/b')]).toEqual(['a', 49])
})

test('a row that is longer than a quarter of all is not kept', () => {
  const cache = new ValueCache(100_000)
  cache.set('posts/a', 'a', 20_000)
  cache.set('posts/b', 'b', 90_000)
  expect([cache.get('posts/a'), cache.get('posts/b')]).toEqual(['a', undefined])
})

test('a written key drops the ranges that it can be in, and no others', () => {
  const cache = new ValueCache()
  const ranges = ['posts/', 'likes/a/', 'likes/b/', 'likes/a/x/'].map((prefix) => ({ prefix }))
  for (const range of ranges) cache.setRange({ ...range, limit: 20 }, [], 0)
  cache.forget('likes/a/x/1')
  const known = ranges.filter((range) => cache.getRange({ ...range, limit: 20 }))
  expect(known).toEqual([{ prefix: 'posts/' }, { prefix: 'likes/b/' }])
})

test('a range whose prefix ends within a name is not kept, because no key leads to it', () => {
  const cache = new ValueCache()
  cache.setRange({ prefix: 'meta/seq' }, [['meta/sequence', 1]], 1)
  expect(cache.getRange({ prefix: 'meta/seq' })).toBeUndefined()
})

test('a write changes the ranges that it is in, or drops those that would have to be read', () => {
  const random = (count: number) => Math.floor(Math.random() * count)
  for (let run = 0; run < 200; run++) {
    const cache = new ValueCache()
    const stored = new Map<string, unknown>()
    const range = { prefix: 'a/', after: `a/${random(10)}`, limit: [undefined, 3][random(2)] }
    const inRange = () =>
      [...stored]
        .filter(([key]) => key > range.after)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, range.limit)
    for (let n = 0; n < 20; n++) {
      cache.setRange(range, inRange(), 0)
      const key = `a/${random(10)}`
      const value = random(3) === 0 ? undefined : { n }
      cache.set(key, stored.get(key) ?? null, 0)
      if (value) stored.set(key, value)
      else stored.delete(key)
      cache.update(key, value && JSON.stringify(value))
      expect(cache.get(key)).toEqual(value ?? null)
      const known = cache.getRange(range)
      if (known) expect(known).toEqual(inRange())
      else expect(range.limit).toBe(3)
    }
  }
})

test('a written row that nobody has read is not kept', () => {
  const cache = new ValueCache()
  cache.update('log/1', '{}')
  expect(cache.get('log/1')).toBeUndefined()
})

test('a row that becomes too long is not kept', () => {
  const cache = new ValueCache(1_000)
  cache.set('posts/a', 'a', 1)
  cache.update('posts/a', JSON.stringify('a'.repeat(500)))
  expect(cache.get('posts/a')).toBeUndefined()
})
