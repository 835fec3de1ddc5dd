import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { calls } from '../../src/contract/calls.ts'
import { Post, PostCopy } from '../../src/contract/entities.ts'
import { apiReference } from './api-reference.ts'
import { typeText } from './type-text.ts'

test('docs/api.md matches the contract; if not, run npm run docs:api', () => {
  const written = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  expect(written).toBe(apiReference())
})

test('the reference lists every call once', () => {
  const headings = [...apiReference().matchAll(/^### ((?:GET|POST|DELETE) .+)$/gm)]
  expect(headings.map(([, name]) => name).sort()).toEqual(Object.keys(calls).sort())
})

test('the reference shows the trailing space of error texts', () => {
  expect(apiReference()).toContain('400 `"Cannot like a post that is already liked. "`')
})

test.each([
  [v.object({ post: Post, tags: v.array(v.string()) }), '{ post: Post, tags: string[] }'],
  [v.object({ url: v.nullish(v.string()) }), '{ url?: string | null }'],
  [v.union([v.picklist(['a', 'b']), v.number()]), "'a' | 'b' | number"],
  [v.object({ of: v.array(v.picklist(['a', 'b'])) }), "{ of: ('a' | 'b')[] }"],
  [v.object({ done: v.literal(true) }), '{ done: true }'],
  [
    v.looseObject({ ...PostCopy.entries, rank: v.number() }),
    'PostCopy & { rank: number, …any other field }',
  ],
  [
    v.object({ rate: v.pipe(v.pipe(v.number(), v.minValue(0)), v.maxValue(1, 'must be small')) }),
    '{\n  rate: number // of at least 0; small\n}',
  ],
  [v.looseObject({ file: v.blob() }), '{ file: file, …any other field }'],
  [
    v.object({ age: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) }),
    '{\n  age?: number // a whole number of at least 1\n}',
  ],
  [
    v.object({ name: v.pipe(v.string(), v.nonEmpty('must not be empty')) }),
    '{\n  name: string // must not be empty\n}',
  ],
])('a schema is rendered as a type: %#', (schema, text) => {
  expect(typeText(schema)).toBe(text)
})

test('a rule without a description fails the generation', () => {
  const schema = v.object({ mail: v.pipe(v.string(), v.maxLength(5)) })
  expect(() => typeText(schema)).toThrow('no words for the rule max_length')
})
