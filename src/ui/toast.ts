export type ToastTone = 'success' | 'error' | 'warning' | 'info'
type Show = (tone: ToastTone, text: string) => void

let resolveShow: (show: Show) => void
const loaded = new Promise<Show>((resolve) => {
  resolveShow = resolve
})

/** Shows a short message. A message that comes before the toasts are loaded is queued. */
export function toast(tone: ToastTone, text: string): void {
  loaded.then((show) => show(tone, text))
}

/** Called once, when the component that renders the toasts is mounted. */
export function toastsAreLoaded(show: Show): void {
  resolveShow(show)
}
