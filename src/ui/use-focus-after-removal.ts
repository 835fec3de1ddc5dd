import { useEffect, useRef } from 'react'

/**
 * When an item leaves a list and takes the focus with it, go on from the heading of the screen
 * rather than from nowhere.
 * @param count how many items the list has
 */
export function useFocusAfterRemoval(count: number): void {
  const before = useRef(count)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (count < before.current && isLost) document.querySelector('h1')?.focus()
    before.current = count
  }, [count])
}
