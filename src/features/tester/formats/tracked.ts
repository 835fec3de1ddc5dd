/** The parts of a document that were read. */
export type Tracked<T> = {
  /** The document. Each key that is read from it counts as used. */
  data: T
  /** The keys that hold something and were not read, each as often as it occurs below a part that was. */
  unread: () => string[]
  /** A part of the document whose own parts all count as used. */
  whole: <V>(part: V) => V
}

/**
 * Follows what a reader takes from a document, so that it can name the rest. A reader that lists by hand what it does not
 * know misses what its author did not know.
 */
export function track<T>(document: T): Tracked<T> {
  const read = new Map<object, Set<string>>()
  const proxies = new WeakMap<object, object>()
  const originals = new WeakMap<object, object>()
  function wrap<V>(value: V): V {
    if (typeof value !== 'object' || value === null) return value
    const known = proxies.get(value)
    if (known) return known as V
    const keys = new Set<string>()
    read.set(value, keys)
    const proxy = new Proxy(value, {
      get(target, key) {
        if (typeof key === 'string' && Object.hasOwn(target, key)) keys.add(key)
        return wrap(Reflect.get(target, key))
      },
    })
    proxies.set(value, proxy)
    originals.set(proxy, value)
    return proxy
  }
  function collect(value: unknown, into: string[]): void {
    const keys = typeof value === 'object' && value !== null && read.get(value)
    if (!keys) return
    // Two places can refer to one object.
    read.delete(value)
    for (const [key, item] of Object.entries(value)) {
      if (keys.has(key)) collect(item, into)
      else if (!Array.isArray(value) && holdsSomething(item)) into.push(key)
    }
  }
  return {
    data: wrap(document),
    whole(part) {
      const original = typeof part === 'object' && part !== null ? originals.get(part) : undefined
      if (!original) return part
      read.delete(original)
      return original as typeof part
    },
    unread() {
      const keys: string[] = []
      collect(document, keys)
      return keys
    },
  }
}

const holdsSomething = (value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== '' && value !== false
