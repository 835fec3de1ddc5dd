import type { MouseEvent, ReactNode } from 'react'

/** Around buttons and forms in a row: react-json-tree closes a node on every click that it sees. */
export function OwnClicks({ className, children }: { className?: string; children: ReactNode }) {
  const keep = (event: MouseEvent) => event.stopPropagation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the clicks of its own buttons
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <span data-own-clicks className={className} onClick={keep}>
      {children}
    </span>
  )
}
