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

/**
 * `JSON.stringify(reply)` that yields to other requests while it encodes lists with many or large rows.
 * @param onLength called before each turn of the others, with the bytes so far. What it throws ends the encoding.
 */
export async function stringifyInSlices(
  reply: object,
  onLength?: (bytes: number) => void,
): Promise<string | Blob> {
  if (!setImmediate) return JSON.stringify(reply)
  const encoder = new TextEncoder()
  const slices: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  let text = ''
  let count = 0
  for (const piece of piecesOf(reply)) {
    text += piece
    count += 1
    if (count < SLICE && text.length < SLICE_LENGTH) continue
    const slice = encoder.encode(text)
    slices.push(slice)
    bytes += slice.length
    onLength?.(bytes)
    text = ''
    count = 0
    await yieldToLoop()
  }
  return slices.length > 0 ? new Blob([...slices, text]) : text
}

/** Lists inside rows with at most as many items are encoded with their row. */
const SHORT_LIST = 20

/** The JSON of a reply in pieces: each row of its lists is one, and so is each item of a long list inside a row. */
function* piecesOf(value: unknown, depth = 0): Generator<string> {
  if (typeof value !== 'object' || value === null || (depth > 1 && !hasLongList(value))) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    let before = '['
    for (const item of value) {
      yield* after(before, piecesOf(item, depth + 1))
      before = ','
    }
    yield value.length > 0 ? ']' : '[]'
  } else {
    let before = '{'
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue
      yield* after(`${before}${JSON.stringify(name)}:`, piecesOf(field, depth + 1))
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  }
}

/** `pieces`, the first of them after `start`. */
function* after(start: string, pieces: Iterable<string>): Generator<string> {
  let before = start
  for (const piece of pieces) {
    yield before + piece
    before = ''
  }
}

function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.length > SHORT_LIST || value.some(hasLongList)
  return Object.values(value).some(hasLongList)
}
