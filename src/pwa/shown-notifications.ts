import type { OpenMessage } from './worker-messages.ts'

/** Closes the notifications of this app that the system shows: the user has seen what they are about. */
export async function closeNotifications(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = (await registration?.getNotifications?.()) ?? []
  for (const notification of shown) notification.close()
}

/** Calls `open` with the path of a notification that was clicked while this page was open. */
export function onNotificationClick(open: (path: string) => void): void {
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    const { type, path }: Partial<OpenMessage> = Object(data)
    if (type === 'OPEN' && path) open(path)
  })
}
