import { expect, test } from 'vitest'
import { eachInSlices, stringifyInSlices } from './slices.ts'

const rows = (count: number) => Array.from({ length: count }, (_, n) => ({ n, text: `"é🏍️\n${n}` }))

test.each([0, 1, 100, 101, 200, 250])(
  'a reply with %d rows is encoded like JSON.stringify',
  async (count) => {
    const lists = { posts: rows(count), none: undefined, 'liked"': rows(count), count, last: null }
    for (const reply of [lists, { none: undefined, posts: rows(count) }]) {
      expect(await new Response(await stringifyInSlices(reply)).text()).toBe(JSON.stringify(reply))
    }
  },
)

test('a reply with large rows is encoded in slices', async () => {
  let turns = 0
  const takeTurn = () => {
    turns += 1
    next = setImmediate(takeTurn)
  }
  let next = setImmediate(takeTurn)
  const reply = {
    posts: Array.from({ length: 5 }, (_, n) => ({ text: String(n).repeat(1_000_000) })),
  }
  const text = await new Response(await stringifyInSlices(reply)).text()
  clearImmediate(next)
  expect(text === JSON.stringify(reply)).toBe(true)
  expect(turns).toBeGreaterThanOrEqual(5)
})

test.each([{}, { a: undefined }, { a: [] }, { a: [undefined, null, [1]], b: [] }, [1, [2]]])(
  '%j is encoded like JSON.stringify',
  async (reply) => expect(await stringifyInSlices(reply)).toBe(JSON.stringify(reply)),
)

test('other requests get a turn between slices', async () => {
  let turns = 0
  const takeTurn = () => {
    turns += 1
    next = setImmediate(takeTurn)
  }
  let next = setImmediate(takeTurn)
  await eachInSlices(rows(250), () => undefined)
  clearImmediate(next)
  expect(turns).toBe(2)
})
