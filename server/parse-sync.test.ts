import { expect, test } from 'vitest'
import { readSync } from '../sync/club/read-sync.ts'
import { parseSync } from './parse-sync.ts'

const filler = 'x"\\\\ [{,]} \\ud83c é'
const write = (name: string, length: number) => ({
  name,
  call: 'POST /api/posts',
  params: { a: '[' },
  authorization: 'a.b.c',
  body: { content: filler.repeat(length), nested: [[{}], ',', {}] },
})

test.each([
  { since: 'x', writes: [write('a', 10_000), write('b', 1), write('c', 30_000)] },
  { writes: [write('a', 30_000)], since: 'x', nonce: '"writes":[' },
  { since: 'x', writes: [write('a', 40_000)], writesNot: [1, [2]] },
])('a long body is read in parts as a short one is read at once', async (request) => {
  for (const json of [JSON.stringify(request), JSON.stringify(request, null, 2)]) {
    const body = Buffer.from(json)
    expect(body.length).toBeGreaterThan(64_000)
    expect(await parseSync(body, 10_000_000)).toEqual(readSync(json))
  }
})

test('a write that is too long is refused by its name, and the others are read', async () => {
  const writes = [write('a', 1), write('long', 100_000), write('c', 1)]
  const parsed = await parseSync(Buffer.from(JSON.stringify({ since: '', writes })), 1_000)
  expect(parsed.writes.map((one) => [one.name, 'refusal' in one && one.refusal.status])).toEqual([
    ['a', false],
    ['long', 413],
    ['c', false],
  ])
})

const long = `"${'x'.repeat(300_000)}"`
test.each([
  ['many values', `{"since":"","writes":[${'{},'.repeat(6_000_000)}{}]}`, 413],
  ['deep lists', '['.repeat(5_000_000), 400],
  ['deep objects', `{"writes":[${'{"a":'.repeat(100_000)}`, 400],
  ['no end', `{"since":"","writes":[{"name":${long}`, 400],
  ['an open text', `{"since":"","writes":[{"name":"${'x'.repeat(300_000)}`, 400],
  ['only backslashes', `{"since":"","writes":[{"name":"${'\\'.repeat(300_001)}`, 400],
  ['closing brackets', ']'.repeat(300_000), 400],
  ['no writes', `{"since":"","other":[${long}]}`, 400],
  ['writes twice', `{"since":"","writes":[${long}],"writes":[{"name":"a"}]}`, 400],
  ['too many writes', `{"since":"","writes":[${`${long},`.repeat(50)}{}]}`, 400],
  ['text around', `{"since":${long},"writes":[]}`, 400],
  ['an unnamed write', `{"since":"","writes":[${long}]}`, 400],
])('a long body with %s is refused', async (_, json, status) => {
  await expect(parseSync(Buffer.from(json), 1_000)).rejects.toMatchObject({ status })
})
