import { observable } from './observable.ts'

/** The event that Chromium fires when the app can be installed. Not in TypeScript's DOM library. */
type InstallPrompt = Event & { prompt(): Promise<unknown> }

/** The browser's offer to install the app, while there is one. */
export const installPrompt = observable<InstallPrompt | undefined>(undefined)

/** Store the browser's offer, which comes before the install button is shown. */
export function watchForInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installPrompt.set(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => installPrompt.set(undefined))
}

/** Show the browser's install dialog. Each offer allows that once. */
export async function install(): Promise<void> {
  const event = installPrompt.get()
  installPrompt.set(undefined)
  await event?.prompt()
}

/** Whether this is Safari on iOS, where apps are installed from its share menu. */
export function installsByHand(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false
}
