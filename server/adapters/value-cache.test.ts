import { expect, test } from 'vitest'
import { ValueCache } from './value-cache.ts'

test('rows are kept up to a length, the newest of them', () => {
  const cache = new ValueCache(100_000)
  for (let n = 0; n < 50; n++) cache.set(`posts/${n}`, { n }, 9_000)
  const kept = Array.from({ length: 50 }, (_, n) => n).filter((n) => cache.get(`posts/${n}`))
  expect(kept).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48, 49])
})

test('groups and rows have one length together', () => {
  const cache = new ValueCache(100_000)
  cache.setGroup('votes/a/', ['first'], 20_000)
  for (let n = 0; n < 20; n++) cache.set(`posts/${n}`, { n }, 9_000)
  expect(cache.getGroup('votes/a/')).toBeUndefined()
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
