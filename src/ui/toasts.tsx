import { type MouseEvent, useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { toastsAreShown } from './toast.ts'
import './toasts.css'

/** The app's toasts (R11.5). The progress bar's animation in toasts.css takes as long. */
const DURATION_MS = 3000

/**
 * Where toasts appear (R11.5): top-left, for 3 s with a progress bar, closed by a click, waiting
 * while hovered, dragged away sideways. Loaded after the first screen, which does not need it.
 */
export function Toasts({ theme }: { theme: 'system' | 'light' | 'dark' }) {
  useEffect(() => toastsAreShown((tone, text) => toast[tone](text)), [])

  function closeClicked(event: MouseEvent) {
    const clicked = (event.target as Element).closest('[data-sonner-toast]')
    const close = clicked?.querySelector<HTMLElement>('[data-close-button]')
    if (close && !close.contains(event.target as Node)) close.click()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only adds to the toast's own close button
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div onClick={closeClicked}>
      <Toaster theme={theme} position="top-left" duration={DURATION_MS} closeButton />
    </div>
  )
}
