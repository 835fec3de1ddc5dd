import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { RequestSearch } from './request/request-link.ts'

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

type Target = { hash?: string; search?: RequestSearch }

/** Returns a function that makes a whole address of the tester. */
export function useLink(): (target: Target) => string {
  const router = useRouter()
  return (target) =>
    new URL(router.buildLocation({ to: '/mock', ...target }).href, location.origin).href
}
