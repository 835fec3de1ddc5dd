import { expect, test, vi } from 'vitest'
import { postFields } from '../testing/rows.ts'
import { contentsOf } from '../testing/stores.ts'
import { memoryStore } from './adapters/memory.ts'
import { openDatabase } from './database.ts'

test('writers go one at a time', async () => {
  const database = openDatabase(memoryStore())
  const steps: string[] = []
  const work = (name: string) =>
    database.write(async (tx) => {
      steps.push(`${name} begins`)
      await tx.list('posts')
      await new Promise(setImmediate)
      steps.push(`${name} ends`)
    })
  await Promise.all([work('one'), work('two')])
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})

test('readers go side by side', async () => {
  const database = openDatabase(memoryStore())
  const { promise: secondReads, resolve } = Promise.withResolvers<void>()
  // The first ends only when the second has begun: in turn they would never end.
  const first = database.read(() => secondReads)
  await Promise.all([first, database.read(async () => resolve())])
})

test('what a reader writes is dropped', async () => {
  const store = memoryStore()
  const database = openDatabase(store)
  await database.read((tx) => tx.list('posts'))
  const before = await contentsOf(store)
  await database.read((tx) => tx.insert('posts', postFields()))
  expect(await contentsOf(store)).toEqual(before)
})

test('work that throws changes nothing and lets the next work run', async () => {
  const store = memoryStore()
  const database = openDatabase(store)
  await database.read((tx) => tx.list('posts'))
  const before = await contentsOf(store)
  const failing = database.write(async (tx) => {
    await tx.insert('posts', postFields())
    throw new Error('Out of oil')
  })
  await expect(failing).rejects.toThrow('Out of oil')
  expect(await contentsOf(store)).toEqual(before)
  expect((await database.write((tx) => tx.insert('posts', postFields()))).id).toBe('6')
})

test('a write is answered after it is kept', async () => {
  const store = memoryStore()
  const { write } = store
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
  const database = openDatabase(store)
  await database.read((tx) => tx.list('posts'))
  store.write = async (changes) => {
    await allowed
    await write(changes)
  }
  const answered = vi.fn()
  const answer = database.write((tx) => tx.insert('posts', postFields())).then(answered)
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
  expect(answered).not.toHaveBeenCalled()
  allow()
  await answer
  expect(answered).toHaveBeenCalledOnce()
})
