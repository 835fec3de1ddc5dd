import type { Transaction } from '../store/transaction.ts'

/** The request header in which a client names a write, so that it is done once however often it comes. */
export const KEY_HEADER = 'Idempotency-Key'

/** Replies that are kept. They are asked for again within moments, and each takes the place of an older one. */
const SLOTS = 64

type Done = { who: string; reply: unknown }

/** What asks: the same key of somebody else, or for another call, is another write. */
type Who = { key: string; name: string; userId: string | undefined }

/**
 * Do `work`, and keep its reply in the same transaction; or give the reply that was kept when it was
 * done. A browser whose worker is stopped between commit and answer hands it the same request again.
 */
export async function once<Reply>(
  tx: Transaction,
  { key, name, userId }: Who,
  work: () => Promise<Reply>,
): Promise<{ reply: Reply; again: boolean }> {
  const who = `${key} ${name} ${userId}`
  const slot = `done/${hash(key) % SLOTS}`
  const done = (await tx.getMeta(slot)) as Done | undefined
  if (done?.who === who) return { reply: done.reply as Reply, again: true }
  const reply = await work()
  tx.putMeta(slot, { who, reply } satisfies Done)
  return { reply, again: false }
}

function hash(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0
  return sum
}
