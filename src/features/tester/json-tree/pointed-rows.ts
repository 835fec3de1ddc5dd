import { useState, useSyncExternalStore } from 'react'

type Pointed = { hovered?: string; focused?: string }

/**
 * The row under the mouse and the one with the focus. Beside React's state, so that a pointer that
 * crosses a thousand rows renders two of them at a time.
 */
export type PointedRows = {
  read: () => Pointed
  set: (change: Pointed) => void
  subscribe: (listener: () => void) => () => void
}

function createPointedRows(): PointedRows {
  let pointed: Pointed = {}
  const listeners = new Set<() => void>()
  return {
    read: () => pointed,
    set: (change) => {
      pointed = { ...pointed, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function usePointedRows(): PointedRows {
  return useState(createPointedRows)[0]
}

export function useIsPointed({ subscribe, read }: PointedRows, id: string): boolean {
  return useSyncExternalStore(subscribe, () => Object.values(read()).includes(id))
}
