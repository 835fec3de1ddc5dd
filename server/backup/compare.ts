import { isDeepStrictEqual } from 'node:util'
import type { Entry } from './snapshot.ts'

/** Keys that differ, by kind of entry: the first part of their keys. */
export type Difference = {
  /** The number of keys that both have. */
  same: number
  kinds: Map<string, { missing: number; added: number; changed: number }>
  /** Some of the keys that differ. */
  examples: string[]
}

const MAX_EXAMPLES = 5

/**
 * Compares all keys and values of two lists of entries, which are sorted by key.
 * @returns what `others` lack, and what they have besides
 */
export async function compareEntries(
  entries: AsyncIterable<Entry>,
  others: AsyncIterable<Entry>,
): Promise<Difference> {
  const difference: Difference = { same: 0, kinds: new Map(), examples: [] }
  const add = (key: string, change: 'missing' | 'added' | 'changed') => {
    const kind = key.slice(0, key.search(/[./]/))
    const counts = difference.kinds.get(kind) ?? { missing: 0, added: 0, changed: 0 }
    counts[change] += 1
    difference.kinds.set(kind, counts)
    if (difference.examples.length < MAX_EXAMPLES) difference.examples.push(`${key} is ${change}`)
  }
  const [own, other] = [entries[Symbol.asyncIterator](), others[Symbol.asyncIterator]()]
  try {
    let [a, b] = [await own.next(), await other.next()]
    while (!a.done || !b.done) {
      if (b.done || (!a.done && a.value.key < b.value.key)) {
        if (!a.done) add(a.value.key, 'missing')
        a = await own.next()
      } else if (a.done || b.value.key < a.value.key) {
        add(b.value.key, 'added')
        b = await other.next()
      } else {
        if (isEqual(a.value, b.value)) difference.same += 1
        else add(a.value.key, 'changed')
        a = await own.next()
        b = await other.next()
      }
    }
  } finally {
    await own.return?.()
    await other.return?.()
  }
  return difference
}

function isEqual(a: Entry, b: Entry): boolean {
  const hasSameBytes =
    a.bytes === b.bytes || (a.bytes && b.bytes && Buffer.compare(a.bytes, b.bytes) === 0)
  if (!hasSameBytes) return false
  return a.json === b.json || isDeepStrictEqual(JSON.parse(a.json), JSON.parse(b.json))
}

/** A line for each kind of entry that differs; empty without a difference. */
export function formatDifference({ kinds, examples }: Difference): string {
  const lines = [...kinds].map(
    ([kind, { missing, added, changed }]) =>
      `  ${kind}: ${added} added, ${changed} changed, ${missing} missing`,
  )
  return lines.length === 0 ? '' : [...lines, ...examples.map((text) => `  ${text}`)].join('\n')
}
