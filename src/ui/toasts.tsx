import { type MouseEvent, useEffect, useRef } from 'react'
import { Toaster, toast } from 'sonner'
import { whenIdle } from '../pwa/when-idle.ts'
import { whenReleased } from './pressed.ts'
import { toastsAreLoaded } from './toast.ts'
import './toasts.css'
import { onTopModal } from './use-modal.ts'

/** Equal to the duration of the progress bar's animation in toasts.css. */
const DURATION_MS = 3000

/** A toast never delays the screen that it is about, but at most this long. */
const IDLE_LIMIT_MS = 500

/** Sonner renders at once and measures, which takes as long as a screen, and moves the other toasts. */
function later(work: () => void): void {
  whenIdle(() => whenReleased(work), IDLE_LIMIT_MS)
}

function closeErrors(): void {
  for (const shown of toast.getToasts())
    if ('type' in shown && shown.type === 'error') toast.dismiss(shown.id)
}

/** When a browser knows what is under the mouse after an element was moved in the document, in ms. */
const HOVER_MS = 200

/**
 * An element that is moved in the document while the mouse is over it gets no event when the mouse is elsewhere then: its
 * toasts would be paused for ever.
 */
function endHover(layer: HTMLElement | null): void {
  const event = new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body })
  for (const list of layer?.querySelectorAll('ol') ?? [])
    if (!list.matches(':hover')) list.dispatchEvent(event)
}

/**
 * Shows toasts at the top left for 3 s with a progress bar (R11.5). A click or a swipe closes them, hovering
 * pauses them. While a modal dialog is open, they are in it: everything else is behind it and inert. Loaded after the first paint, which does not need it.
 */
export function Toasts({ theme }: { theme: 'system' | 'light' | 'dark' }) {
  // With its text as its id, a repeated message replaces the earlier one.
  useEffect(
    () =>
      toastsAreLoaded({
        show: (tone, text, description) =>
          later(() => toast[tone](text, { id: text, description, testId: 'toast' })),
        closeErrors: () => later(closeErrors),
      }),
    [],
  )

  const home = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = onTopModal((modal) => {
      const parent = modal ?? home.current
      if (!layer.current || layer.current.parentNode === parent) return
      parent?.append(layer.current)
      setTimeout(() => endHover(layer.current), HOVER_MS)
    })
    return () => {
      stop()
      if (layer.current) home.current?.append(layer.current)
    }
  }, [])

  function closeClicked(event: MouseEvent) {
    const clicked = (event.target as Element).closest('[data-sonner-toast]')
    const close = clicked?.querySelector<HTMLElement>('[data-close-button]')
    if (close && !close.contains(event.target as Node)) close.click()
  }
  return (
    <div ref={home}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only adds to the toast's own close button */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div ref={layer} onClick={closeClicked}>
        <Toaster
          theme={theme}
          position="top-left"
          duration={DURATION_MS}
          containerAriaLabel="Messages"
          expand
          closeButton
        />
      </div>
    </div>
  )
}
