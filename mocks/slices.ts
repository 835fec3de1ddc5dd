/** The number of rows that are processed before other requests get a turn. */
export const SLICE = 100

/** Characters of JSON that are encoded before other requests get a turn. */
const SLICE_LENGTH = 1_000_000

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

/** `JSON.stringify(reply)` that yields to other requests while it encodes lists with many or large rows. */
export async function stringifyInSlices(reply: object): Promise<string | Blob> {
  if (!setImmediate || Array.isArray(reply)) return JSON.stringify(reply)
  const encoder = new TextEncoder()
  const slices: Uint8Array<ArrayBuffer>[] = []
  let text = ''
  let rows = 0
  for (const [name, value] of Object.entries(reply)) {
    if (value === undefined) continue
    text += `${text || slices.length > 0 ? ',' : '{'}${JSON.stringify(name)}:`
    if (!Array.isArray(value)) {
      text += JSON.stringify(value)
      continue
    }
    for (const [index, row] of value.entries()) {
      text += (index === 0 ? '[' : ',') + (JSON.stringify(row) ?? null)
      rows += 1
      if (rows < SLICE && text.length < SLICE_LENGTH) continue
      slices.push(encoder.encode(text))
      text = ''
      rows = 0
      await yieldToLoop()
    }
    text += value.length > 0 ? ']' : '[]'
  }
  text += text || slices.length > 0 ? '}' : '{}'
  return slices.length > 0 ? new Blob([...slices, text]) : text
}
