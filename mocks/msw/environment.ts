/**
 * msw refuses to load where there is no `localStorage`, and a service worker has none. It wants it
 * for a cookie jar; the browser keeps our cookies. Import this before msw.
 */
if (!('localStorage' in globalThis)) {
  Object.defineProperty(globalThis, 'localStorage', {
    value: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  })
}

export {}
