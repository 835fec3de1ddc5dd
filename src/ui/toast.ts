export type ToastTone = 'success' | 'error' | 'warning' | 'info'
type Toasts = {
  show: (tone: ToastTone, text: string, detail?: string) => void
  closeErrors: () => void
}

let resolveToasts: (toasts: Toasts) => void
const loaded = new Promise<Toasts>((resolve) => {
  resolveToasts = resolve
})

/**
 * Shows a short message. A message that comes before the toasts are loaded is queued.
 * @param detail a second line, which explains the first
 */
export function toast(tone: ToastTone, text: string, detail?: string): void {
  loaded.then(({ show }) => show(tone, text, detail))
}

/** Closes the errors that are shown, because what they were about has succeeded. */
export function closeErrors(): void {
  loaded.then((toasts) => toasts.closeErrors())
}

/** Called once, when the component that renders the toasts is mounted. */
export function toastsAreLoaded(toasts: Toasts): void {
  resolveToasts(toasts)
}
