import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { MAX_PICTURES } from '../../src/contract/text-limits.ts'
import { type Bundle, decodeBundle, encodeBundle } from './bundle.ts'
import { MAX_HOPS, MAX_SIGNED } from './courier-rules.ts'

const empty: Bundle = { version: 1, club: 'club', has: [], batches: [] }

function packed(json: string | Buffer, rest = Buffer.alloc(0)): Uint8Array<ArrayBuffer> {
  const content = deflateRawSync(json)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return new Uint8Array(Buffer.concat([length, content, rest]))
}

test('a bundle comes back with its pictures', async () => {
  const picture = { type: 'image/png', length: 3 }
  const write = { name: 'a', hops: 0, call: 'POST /api/uploads', params: {}, picture }
  const batch = { author: 'mira', kid: 'k', signature: 's', writes: [write, ['b', 'hash']] }
  const bundle = { ...empty, batches: [batch] } as Bundle
  const bytes = new Uint8Array([1, 2, 3]).buffer
  expect(await decodeBundle(await encodeBundle(bundle, [bytes]))).toEqual({
    bundle,
    pictures: [bytes],
  })
})

test('what inflates to more than 2 MB is not read', async () => {
  const json = JSON.stringify(empty)
  expect(await decodeBundle(packed(json.padEnd(2_000_000)))).toBeDefined()
  expect(await decodeBundle(packed(json.padEnd(2_000_001)))).toBe(undefined)
  const bytes = packed(json.padEnd(50_000_000))
  expect(bytes.length).toBeLessThan(100_000)
  expect(await decodeBundle(bytes)).toBe(undefined)
})

test.each([
  ['another version', JSON.stringify({ ...empty, version: 2 })],
  ['no JSON', '{'],
  ['hops that are no number', JSON.stringify({ ...empty, batches: [{ writes: [{ hops: 'x' }] }] })],
  ['too many names', JSON.stringify({ ...empty, has: Array(201).fill('a') })],
])('%s is not read', async (_, json) => {
  expect(await decodeBundle(packed(json))).toBe(undefined)
})

const name = (length: number) => 'x'.repeat(length)
const bundleOf = (change: object, times = 1) => {
  const write = { name: 'a', hops: 0, call: 'POST /api/posts', params: {}, ...change }
  const writes = Array(times).fill(write)
  return JSON.stringify({ ...empty, batches: [{ author: 'm', kid: 'k', signature: 's', writes }] })
}

test.each([
  ['hops', bundleOf({ hops: MAX_HOPS - 1 }), bundleOf({ hops: MAX_HOPS })],
  ['hops below 0', bundleOf({ hops: 0 }), bundleOf({ hops: -1 })],
  ['writes of a signature', bundleOf({}, MAX_SIGNED), bundleOf({}, MAX_SIGNED + 1)],
  ['characters of a name', bundleOf({ name: name(200) }), bundleOf({ name: name(201) })],
  [
    'characters of a parameter',
    bundleOf({ params: { postId: name(200) } }),
    bundleOf({ params: { postId: name(201) } }),
  ],
  [
    'missing pictures',
    bundleOf({ lacks: Array(MAX_PICTURES).fill('a') }),
    bundleOf({ lacks: Array(MAX_PICTURES + 1).fill('a') }),
  ],
])('of %s, the most are read, and one more is not', async (_, most, more) => {
  expect(await decodeBundle(packed(most))).toBeDefined()
  expect(await decodeBundle(packed(more))).toBe(undefined)
})

test('bytes beyond the pictures, or too few, are not read', async () => {
  const json = JSON.stringify(empty)
  expect(await decodeBundle(packed(json))).toBeDefined()
  expect(await decodeBundle(packed(json, Buffer.from('x')))).toBe(undefined)
  expect(await decodeBundle(packed(json).subarray(0, 10))).toBe(undefined)
  expect(await decodeBundle(new Uint8Array())).toBe(undefined)
})
