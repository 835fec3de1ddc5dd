import type { Store } from '../data/store.ts'

/** `store`, whose values cannot be changed after they were read. */
export function frozen(store: Store): Store {
  return {
    ...store,
    read: async (keys) => freeze(await store.read(keys)),
    scan: async (prefix, page) => freeze(await store.scan(prefix, page)),
    scanEach: async (ranges) => freeze(await store.scanEach(ranges)),
  }
}

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}
