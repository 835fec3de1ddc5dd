/** How many rows are worked on before other requests get their turn. */
export const SLICE = 100

/** Only Node has it, and only there one process serves many: a worker needs no slices. */
const { setImmediate } = globalThis as { setImmediate?: (callback: () => void) => void }

/** Whether others wait while a long list is worked on. */
export const isShared = setImmediate !== undefined

/** Let the event loop serve other requests. */
export function yieldToLoop(): Promise<void> | undefined {
  return setImmediate && new Promise((resolve) => setImmediate(resolve))
}

/** `items.map(map)`, with a turn for others after each {@link SLICE}. */
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
