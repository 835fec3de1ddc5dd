import { promisifyRequest } from 'idb-keyval'
import { newUuid } from '../../../client/uuid.ts'
import { pageStore } from '../../../pwa/page-store.ts'
import { redactExchange } from '../redact.ts'
import type { Exchange } from '../response/exchange.ts'

/** An exchange as it is kept, under a key that sorts by time. */
export type HistoryEntry = Exchange & {
  id: string
  /** The response was too large to be kept; everything else is there. */
  isCut?: boolean
}

const MOST_ENTRIES = 50
/** Fifty of these are read in a moment. */
const MOST_BYTES = 200_000

/** The requests that were made on this device, in a database of their own. */
export function openHistory(database: string, name = 'exchanges') {
  const store = pageStore(database, name)

  /** Keep an exchange without its secrets; beyond 50 the oldest are dropped. One transaction, so that no tab loses any. */
  async function add(exchange: Exchange): Promise<void> {
    const id = `${String(exchange.at).padStart(15, '0')}-${newUuid()}`
    const kept = redactExchange(cut(exchange))
    await store('readwrite', async (rows) => {
      rows.put({ ...kept, id }, id)
      const ids = await promisifyRequest(rows.getAllKeys())
      for (const old of ids.slice(0, -MOST_ENTRIES)) rows.delete(old)
    })
  }

  /** All that is kept, newest first. */
  async function list(): Promise<HistoryEntry[]> {
    const entries = await store('readonly', (rows) => promisifyRequest(rows.getAll()))
    return entries.reverse()
  }

  async function clear(): Promise<void> {
    await store('readwrite', (rows) => promisifyRequest(rows.clear()))
  }

  return { add, list, clear }
}

function cut(exchange: Exchange): Omit<HistoryEntry, 'id'> {
  const { answer } = exchange
  if (!answer || answer.bytes <= MOST_BYTES) return exchange
  return { ...exchange, answer: { ...answer, text: '' }, response: undefined, isCut: true }
}
