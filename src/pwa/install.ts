import { observable } from './observable.ts'

/** What Chromium fires when the app can be installed; no DOM library knows it. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

/** The browser's offer to install the app, while there is one. */
export const installPrompt = observable<InstallPrompt | undefined>(undefined)

/** Catch the browser's offer, which comes early, for the button that shows later. */
export function watchForInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.set(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => installPrompt.set(undefined))
}

/** Have the browser ask; it lets that be done once for each offer. */
export async function install(): Promise<void> {
  const event = installPrompt.get()
  installPrompt.set(undefined)
  await event?.prompt()
}

/** Whether this is Safari on iOS, which installs apps, but only by its own menu. */
export function installsByHand(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false
}
