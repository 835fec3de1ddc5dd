import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { promisifyRequest } from 'idb-keyval'
import { newUuid } from '../../../client/uuid.ts'
import { TESTER_REQUESTS } from '../../../data/log-out.ts'
import { pageStore } from '../../../pwa/page-store.ts'
import { redactExchange } from '../redact.ts'
import type { Exchange } from '../response/exchange.ts'

/** A stored exchange. Its id sorts by time. */
export type HistoryEntry = Exchange & { id: string }

const MAX_ENTRIES = 50
/** The ids of entries start with a digit. Saved requests are in the same store. */
const entryIds = () => IDBKeyRange.bound('0', ':')
/** Keeps reading all entries fast. */
const MAX_RESPONSE_BYTES = 200_000

/** Opens the request history of this device, which has its own IndexedDB database. */
export function openHistory(database: string, name = 'exchanges') {
  const store = pageStore(database, name)

  /**
   * Stores an exchange without its secrets and removes the oldest entries beyond the limit, in one
   * transaction, so that tabs that add entries at the same time do not overwrite each other.
   */
  async function add(exchange: Exchange): Promise<void> {
    const id = `${String(exchange.at).padStart(15, '0')}-${newUuid()}`
    const entry = { ...redacted(cut(exchange)), id }
    await store('readwrite', async (rows) => {
      rows.put(entry, id)
      const ids = await promisifyRequest(rows.getAllKeys(entryIds()))
      for (const old of ids.slice(0, -MAX_ENTRIES)) rows.delete(old)
    })
  }

  /** @returns all entries, newest first */
  async function list(): Promise<HistoryEntry[]> {
    const entries = await store('readonly', (rows) => promisifyRequest(rows.getAll(entryIds())))
    return entries.reverse()
  }

  async function clear(): Promise<void> {
    await store('readwrite', (rows) => promisifyRequest(rows.delete(entryIds())))
  }

  return { add, list, clear }
}

function cut(exchange: Exchange): Exchange {
  const { answer } = exchange
  return !answer || answer.bytes <= MAX_RESPONSE_BYTES ? exchange : withoutResponse(exchange)
}

function withoutResponse({ answer, file: _, ...exchange }: Exchange): Exchange {
  return {
    ...exchange,
    answer: answer && { ...answer, text: '' },
    response: undefined,
    isCut: true,
  }
}

/** A response can be nested too deeply to be searched for secrets. Then it is not kept. */
function redacted(exchange: Exchange): Exchange {
  try {
    return redactExchange(exchange)
  } catch (error) {
    if (error instanceof RangeError) return redactExchange(withoutResponse(exchange))
    throw error
  }
}

const history = openHistory(...TESTER_REQUESTS)

/** The requests sent from this device, newest first. */
export const historyQuery = queryOptions({
  queryKey: ['tester', 'history'],
  queryFn: history.list,
  staleTime: 0,
})

export const addToHistory = mutationOptions({
  mutationFn: (exchange: Exchange) => history.add(exchange),
  meta: { failed: () => 'The request was sent, but it is not in the history.' },
  onSuccess: (_data, _exchange, _result, { client }) => client.invalidateQueries(historyQuery),
})

export const clearHistory = mutationOptions({
  mutationFn: () => history.clear(),
  onSuccess: (_data, _variables, _result, { client }) => client.invalidateQueries(historyQuery),
})
