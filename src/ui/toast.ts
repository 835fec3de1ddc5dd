export type ToastTone = 'success' | 'error' | 'warning' | 'info'

let announce: (show: Show) => void
type Show = (tone: ToastTone, text: string) => void
const shown = new Promise<Show>((resolve) => {
  announce = resolve
})

/** Show a short message. One that comes before the toasts are loaded waits for them. */
export function toast(tone: ToastTone, text: string): void {
  shown.then((show) => show(tone, text))
}

/** Called once, by the toasts when they are on the page. */
export function toastsAreShown(show: Show): void {
  announce(show)
}
