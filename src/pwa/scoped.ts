const BASE_URL: string = import.meta.env.BASE_URL

/**
 * The name under which this copy of the app stores something in its origin: a database, a cache, a lock, a channel, a key of
 * local or session storage. Copies under other paths of the origin have other names. At the root, the name is as given.
 */
export function scoped(name: string): string {
  return BASE_URL === '/' ? name : BASE_URL + name
}

/** Whether a name is that of another copy. */
export function isOfOtherCopy(name: string): boolean {
  const [, base] = /^(\/.*\/|)gearheads/.exec(name) ?? []
  return base !== undefined && (base || '/') !== BASE_URL
}

type Channel = Pick<BroadcastChannel, 'addEventListener' | 'postMessage' | 'close'>

/**
 * Opens a channel to the pages and the worker of this copy. Where the browser has none or refuses, as Firefox does where site data
 * is blocked, it connects the parts of this page.
 */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(scoped(name))
  } catch {
    return new LocalChannel(name)
  }
}

class LocalChannel extends EventTarget {
  static readonly all = new Set<LocalChannel>()
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
    LocalChannel.all.add(this)
  }
  postMessage(data: unknown): void {
    for (const one of LocalChannel.all) {
      if (one === this || one.name !== this.name) continue
      queueMicrotask(() => one.dispatchEvent(new MessageEvent('message', { data })))
    }
  }
  close(): void {
    LocalChannel.all.delete(this)
  }
}
