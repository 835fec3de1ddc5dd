import { expect, test } from 'vitest'
import { forEngine } from './for-engine.ts'
import type { Engine, Entry } from './snapshot.ts'

async function* each(...keys: [key: string, json: string][]): AsyncGenerator<Entry> {
  for (const [key, json] of keys) yield { key, json }
}

async function convert(engine: Engine, ...keys: [key: string, json: string][]) {
  const entries = await Array.fromAsync(forEngine(each(...keys), engine))
  return entries.map(({ key, json }) => [key, json])
}

test('the parts of a count become one', async () => {
  expect(
    await convert(
      'SQLite',
      ['counts/votes/a/likedBy/a/1', '2'],
      ['counts/votes/a/likedBy/a/12', '3'],
      ['counts/votes/b/likedBy/b/3', '1'],
      ['counts/votes/c/likedBy/c/0', '1'],
      ['counts/votes/c/likedBy/c/9', '-1'],
      ['meta/version', '7'],
    ),
  ).toEqual([
    ['counts/votes/a/likedBy/a/0', '5'],
    ['counts/votes/b/likedBy/b/0', '1'],
    ['meta/version', '7'],
  ])
})

test('PostgreSQL has no blocks of texts', async () => {
  const count: [string, string] = ['counts/votes/a/likedBy/a/0', '5']
  const blocks: [string, string][] = [
    ['posts.packed/', '""'],
    ['posts.text/', '{}'],
  ]
  expect(await convert('PostgreSQL', count, ...blocks)).toEqual([count])
  expect(await convert('SQLite', count, ...blocks)).toEqual([count, ...blocks])
})

test('a restore begins a new log', async () => {
  const version: [string, string] = ['meta/version', '7']
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    const kept = await convert(engine, ['log/000000000001', '{}'], ['meta/log', '{}'], version)
    expect(kept).toEqual([version])
  }
})
