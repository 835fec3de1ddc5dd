import type { Options } from '../../src/client/call-through.ts'
import { type CallName, calls } from '../../src/contract/calls.ts'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'
import { caseOf } from '../conformance/cases/cases.ts'
import { memoryStore } from '../store/adapters/memory.ts'
import { watchedStore } from '../store/adapters/watched.ts'
import { testApi } from './api.ts'
import { makeScene, type Person, succeedWith } from './scene.ts'

export const callNames = Object.keys(calls) as CallName[]

/** Mira wrote the post and Theo the comment. */
async function createSharedData() {
  const store = watchedStore()
  const { call, logIn } = testApi(store)
  const person = async (username: keyof typeof seedPasswords): Promise<Person> => {
    const password = seedPasswords[username]
    return { ...(await logIn({ username, password })), password }
  }
  const people = {
    author: await person('mira'),
    reader: await person('theo'),
    stranger: await person('juno'),
  }
  const scene = await makeScene(call, people)
  return { scene, entries: new Map(store.entries) }
}
// At first use, because the importing test may set the clock first, and older tokens would be expired.
let sharedData: ReturnType<typeof createSharedData> | undefined

/**
 * A copy of the shared test data, over a store in memory, prepared for the call.
 * @returns `ask`: makes the call with options that make it succeed, some of them overridden
 */
export async function prepareExample(name: CallName) {
  sharedData ??= createSharedData()
  const { scene, entries } = await sharedData
  const store = memoryStore()
  await store.write(entries)
  const { call, send } = testApi(store)
  const options = await caseOf(name).succeeds({ ...scene, call, succeed: succeedWith(call) })
  const ask = (changes: Partial<Options<CallName>> = {}) =>
    call<CallName>(name, { ...options, ...changes })
  return { store, options, ask, send }
}
