import { expect, test } from 'vitest'
import type { Change } from '../src/contract/changes.ts'
import { listedChanges, MAX_LISTED_CHANGES } from './changes-of.ts'
import type { Transaction } from './store/transaction.ts'

const changesOf = (open: number, own: number): Change[] | undefined => {
  const change = (_id: string) => ({ table: 'users', kind: 'changed', _id }) as const
  const changed: Change[] = [
    ...Array.from({ length: open }, (_, n) => change(`open ${n}`)),
    ...Array.from({ length: own }, (_, n) => ({ ...change(`own ${n}`), isOwn: true }) as const),
  ]
  return listedChanges({ changed } as Transaction, 'tab')?.changes
}

test('whether changes are listed depends on those for everybody only, such as not on who is notified', () => {
  for (const own of [0, 1, 100]) {
    expect(changesOf(MAX_LISTED_CHANGES, own)).toHaveLength(MAX_LISTED_CHANGES + own)
    expect(changesOf(MAX_LISTED_CHANGES + 1, own)).toBeUndefined()
  }
})
