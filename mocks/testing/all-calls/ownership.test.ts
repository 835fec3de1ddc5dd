import { expect, test } from 'vitest'
import { calls } from '../../../src/contract/calls.ts'
import { apiErrors } from '../../../src/contract/errors.ts'
import { callNames } from '../examples.ts'
import { contentsOf } from '../stores.ts'
import { ownedWorld } from './owned-world.ts'
import { actors, rights } from './ownership.ts'

const cases = callNames.flatMap((name) =>
  actors.map((actor) => ({ name, actor, verdict: rights[name][actor] })),
)

test.each(cases)('$actor is answered $verdict by $name', async ({ name, actor, verdict }) => {
  const { ask, store } = await ownedWorld(name, actor)
  const before = await contentsOf(store)
  const { status, error } = await ask()
  if (verdict === 'ok') {
    expect([status, error]).toEqual([calls[name].status, undefined])
  } else {
    expect([status, error]).toEqual([apiErrors[verdict].status, [apiErrors[verdict].text]])
    expect(await contentsOf(store)).toEqual(before)
  }
})

test('a call that needs a viewer has no right for the anonymous, and every other has', () => {
  for (const name of callNames) {
    expect([name, rights[name].anonymous]).toEqual([
      name,
      'auth' in calls[name] ? 'notRegistered' : 'ok',
    ])
  }
})
