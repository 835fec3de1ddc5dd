import { useEffect, useState } from 'react'

/** `value` as it was when it last stood still for `waitMs`. */
export function useDebounced<Value>(value: Value, waitMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), waitMs)
    return () => clearTimeout(timer)
  }, [value, waitMs])
  return settled
}

/** How long searches wait for the typing to stop (R8.4). */
export const SEARCH_DEBOUNCE_MS = 1500
