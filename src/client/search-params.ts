type SearchParams = Readonly<Record<string, string | undefined>>

/**
 * Parses the query of an address. Values stay text: with the router's own functions, `?q=1e5` is a number, and
 * `?q=[1]` an array, which a screen does not expect. Of a repeated name, the last value counts.
 */
export function parseSearch(query: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(query))
}

/** Writes the query of an address, with its `?` if there are any parameters. */
export function stringifySearch(params: Record<string, unknown>): string {
  const present = Object.entries(params).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)]))
  return present.length > 0 ? `?${query}` : ''
}
