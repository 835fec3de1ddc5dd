/** The parts of a `Server-Timing` header, in milliseconds. */
export function serverTiming(headers: Headers): Record<string, number> {
  const header = headers.get('Server-Timing') ?? ''
  const parts = header.matchAll(/(\w+);dur=(\d+\.\d)(?:, |$)/g)
  return Object.fromEntries([...parts].map(([, name, ms]) => [name, Number(ms)]))
}
