import { idbEntries } from './adapters/indexeddb.ts'
import { withLock } from './lock.ts'
import { type ConnectedStore, type Entries, type Range, SIMPLE, type Store } from './store.ts'

/** The key of a value that every write changes, so that another context notices it. */
export const REVISION = 'meta/revision'

/** Results with more values are not kept; nor are pictures, whose bytes are large. */
const MAX_VALUES = 200
/** Above this number of results all are dropped. */
const MAX_RESULTS = 5000

/** How often a read is repeated over data that change before it waits for the writers. */
const TRIES = 3

/** A result under the prefix of the keys that it depends on. */
type Result = { prefix: string; value: unknown }

/**
 * Transactions over `store`, with the results of reads in memory as long as the connection lasts.
 *
 * Any number of contexts may write to the store, such as two versions of the worker. Each write gives the data a new
 * revision in the same transaction. A read takes no lock: it may use results of one revision only, which must still be
 * the current one at the end, or it is repeated. A write holds the lock that all contexts share.
 *
 * Callers must not change values, which are not copied.
 * @param lock the name of a Web Lock
 */
export function rowCache(store: Entries, lock: string): Store {
  let results = new Map<string, Result>()
  /** The revision of all `results`. */
  let revision: unknown
  let isChecked = false
  /** Counts beginnings and ends of writes, so it is odd during one. */
  let writes = 0

  const readRevision = async () => (await store.read([REVISION]))[0]

  /** Drops the results of another revision. */
  async function refresh(): Promise<void> {
    const current = await readRevision()
    if (!isChecked || current !== revision) results = new Map()
    revision = current
    isChecked = true
  }

  /** The kept results of `items` and those that `load` returns for the others. */
  async function through<Item, Value>(
    items: readonly Item[],
    nameOf: (item: Item) => readonly [prefix: string, name?: string],
    load: (missing: Item[]) => Promise<Value[]>,
  ): Promise<Value[]> {
    const wanted = items.map((item) => {
      const [prefix, name = ''] = nameOf(item)
      return { item, prefix, name: `${prefix} ${name}` }
    })
    const found = wanted.map(({ name }) => results.get(name))
    const missing = wanted.filter((_, index) => !found[index])
    const into = results
    const before = writes
    const loaded = missing.length > 0 ? await load(missing.map(({ item }) => item)) : []
    // A value that was read during a write may be of either revision.
    const isSettled = before === writes && before % 2 === 0
    if (into.size > MAX_RESULTS) into.clear()
    let next = 0
    return wanted.map(({ name, prefix }, index) => {
      const result = found[index] ?? { prefix, value: loaded[next++] }
      if (!found[index] && isSettled && isSmall(result)) into.set(name, result)
      return result.value as Value
    })
  }

  function reading(onLoad?: () => void): Entries {
    const counted =
      <Item, Value>(load: (items: Item[]) => Promise<Value[]>) =>
      (items: Item[]) => {
        onLoad?.()
        return load(items)
      }
    return {
      ...store,
      read: (keys) => through(keys, (key) => [key], counted(store.read)),
      scan: (ranges) => through(ranges, rangeName, counted(store.scan)),
      count: (prefixes) => through(prefixes, (prefix) => [prefix, 'count'], counted(store.count)),
    }
  }

  /** The result of `work`, if all that it read is of one revision. */
  async function tryRead<Value>(
    work: (entries: Entries) => Promise<Value>,
  ): Promise<{ value: Value } | undefined> {
    if (!isChecked) await refresh()
    const given = revision
    let loads = 0
    const working = work(reading(() => loads++))
    // Both at the same time: most reads find all their rows here.
    const [done, checked] = await Promise.allSettled([working, readRevision()])
    if (checked.status === 'rejected') throw checked.reason
    const current = loads > 0 ? await readRevision() : checked.value
    // The second: the kept results may be of a later revision, because this context wrote meanwhile.
    if (current !== given || revision !== given) return undefined
    if (done.status === 'rejected') throw done.reason
    return { value: done.value }
  }

  const cached: Store = {
    ...SIMPLE,
    ...reading(),
    async write(changes, cleared = []) {
      const next = crypto.randomUUID()
      const forget = () => {
        writes += 1
        forgetIn(results, changes, cleared)
      }
      forget()
      await store.write(new Map([...changes, [REVISION, next]]), cleared).finally(forget)
      revision = next
    },
    async run(mode, work) {
      if (mode === 'write') {
        return withLock(lock, async () => {
          await refresh()
          return work(cached)
        })
      }
      for (let tries = 0; tries < TRIES; tries++) {
        const read = await tryRead(work)
        if (read) return read.value
        await refresh()
      }
      return withLock(lock, () => work(store), 'shared')
    },
  }
  return cached
}

/** The worker's store: an IndexedDB that contexts of the same `name` share. */
export function idbStore(name: string, lock = name): ConnectedStore {
  const entries = idbEntries(name)
  let last: { connected: Entries; store: Store } | undefined
  // Another connection can have other data.
  async function connect() {
    const connected = await entries.connect()
    if (last?.connected !== connected) last = { connected, store: rowCache(connected, lock) }
    return last.store
  }
  return {
    ...SIMPLE,
    ...entries,
    connect,
    run: async (mode, work) => (await connect()).run(mode, work),
  }
}

function rangeName({ prefix, after, limit }: Range): [string, string] {
  return [prefix, `${after} ${limit}`]
}

function isSmall({ prefix, value }: Result): boolean {
  return !prefix.startsWith('uploads/') && !(Array.isArray(value) && value.length > MAX_VALUES)
}

function forgetIn(
  results: Map<string, Result>,
  changes: ReadonlyMap<string, unknown>,
  cleared: readonly string[],
): void {
  const changed = [...changes.keys()]
  if (cleared.length > 0 || changed.length > MAX_VALUES) results.clear()
  for (const [name, { prefix }] of results) {
    if (changed.some((key) => key.startsWith(prefix))) results.delete(name)
  }
}
