import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FrameReader, toFrames } from './code-frames.ts'

test('bytes come back from their codes, in any order', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3_000 }), fc.nat(100), (bytes, start) => {
      const frames = toFrames(bytes)
      const reader = new FrameReader()
      const seen = frames.map((_, index) => frames[(index * 7 + start) % frames.length] ?? '')
      const all = [...seen, ...frames].map((frame) => reader.add(frame)?.bytes)
      expect(all.find((one) => one !== undefined)).toEqual(bytes)
    }),
  )
})

test('a code is in the letters that take the least room', () => {
  for (const frame of toFrames(crypto.getRandomValues(new Uint8Array(2_000))))
    expect(frame).toMatch(/^[0-9A-Z $%*+\-./:]{1,760}$/)
})

test('a code of another phone begins again, and a damaged one is not taken', () => {
  const [first = '', second = ''] = toFrames(new Uint8Array(700).fill(1))
  const [other = ''] = toFrames(new Uint8Array(700).fill(2))
  const reader = new FrameReader()
  expect(reader.add(first)).toEqual({ have: 1, count: 2 })
  expect(reader.add(first)).toEqual({ have: 1, count: 2 })
  expect(reader.add(other)).toEqual({ have: 1, count: 2 })
  expect(reader.add(first)).toEqual({ have: 1, count: 2 })
  const damaged = second.replace(/.$/, (letter) => (letter === '0' ? '1' : '0'))
  expect(reader.add(damaged)?.bytes).toBe(undefined)
  expect(reader.add(second)?.bytes).toBe(undefined)
  expect(reader.add(first)?.bytes).toHaveLength(700)
})

test.each([
  '',
  'https://example.com',
  'GH1:00000000:5:2:AA',
  'GH1:00000000:0:1:ZZZ',
  'GH1:00000000:0:999:',
])('the text %j is no such code', (text) => {
  expect(new FrameReader().add(text)).toBe(undefined)
})
