/** The number of rows that are processed before other requests get a turn. */
export const SLICE = 100

/** Exists in Node only, where one process serves many clients. A service worker needs no slices. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => void }

/** Lets the event loop process other requests. Does nothing in a service worker. */
export function yieldToLoop(): Promise<void> | undefined {
  return setImmediate && new Promise((resolve) => setImmediate(resolve))
}

/** `items.map(map)` that yields to other requests after each {@link SLICE}. */
export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    results.push(map(item))
    if (results.length % SLICE === 0) await yieldToLoop()
  }
  return results
}

/** Runs `work` for each item and yields to other requests after each {@link SLICE}. */
export async function eachInSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % SLICE === 0) await yieldToLoop()
    work(item)
  }
}

/** `JSON.stringify(reply)` that yields to other requests while it encodes long lists. */
export async function stringifyInSlices(reply: object): Promise<BodyInit> {
  const isLong = (value: unknown) => Array.isArray(value) && value.length > SLICE
  if (!setImmediate || !Object.values(reply).some(isLong)) return JSON.stringify(reply)
  const encoder = new TextEncoder()
  const parts: Uint8Array<ArrayBuffer>[] = []
  const add = (text: string) => parts.push(encoder.encode(text))
  for (const [name, value] of Object.entries(reply)) {
    if (value === undefined) continue
    add(`${parts.length > 0 ? ',' : '{'}${JSON.stringify(name)}:`)
    if (!isLong(value)) {
      add(JSON.stringify(value))
      continue
    }
    for (let at = 0; at < value.length; at += SLICE) {
      const rows = JSON.stringify(value.slice(at, at + SLICE)).slice(1, -1)
      add((at === 0 ? '[' : ',') + rows)
      await yieldToLoop()
    }
    add(']')
  }
  add('}')
  return new Blob(parts)
}
