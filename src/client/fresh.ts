let changes = 0
let foreignChanges = 0

/** Note that a write of this page was answered. Reads that are under way are repeated. */
export function noteOwnChange(): void {
  changes += 1
}

/** Note that rows were changed elsewhere, by another tab for example. Reads that are under way are repeated. */
export function noteForeignChange(): void {
  changes += 1
  foreignChanges += 1
}

/** Grows with every {@link noteForeignChange}. */
export function countForeignChanges(): number {
  return foreignChanges
}

/**
 * The answer of `read`, read again for as long as rows change meanwhile. An answer that was made
 * before a write and arrives after it would put the old row back into the cache.
 */
export async function readFresh<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const before = changes
    const answer = await read()
    if (before === changes) return answer
  }
}
