import { useEffect, useState } from 'react'

/**
 * The fragment of the address, if it starts with `prefix`, and a function that removes it. Opening a link only shows
 * it: the user decides.
 */
export function useFragment(prefix: string): [string | undefined, () => void] {
  const [fragment, setFragment] = useState('')
  useEffect(() => {
    // The router misses a change of the fragment before it is mounted.
    const read = () => setFragment(location.hash.slice(1))
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  function close() {
    history.replaceState(history.state, '', location.pathname + location.search)
    setFragment('')
  }
  return [fragment.startsWith(prefix) ? fragment : undefined, close]
}
