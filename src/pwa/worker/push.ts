/// <reference lib="webworker" />

import { PUSH_PATH, type PushMessage } from '../../contract/push.ts'
import { readRecord, writeRecord } from '../push-record.ts'
import { subscribeAt } from '../push-subscription.ts'
import type { OpenMessage } from '../worker-messages.ts'

declare const self: ServiceWorkerGlobalScope

/** Shown when a message cannot be read. A browser ends subscriptions whose messages show nothing. */
const UNREADABLE: PushMessage['notification'] = {
  title: 'Gearheads',
  body: 'You have new notifications.',
  navigate: '/notifications',
  tag: 'unreadable',
  lang: 'en',
  dir: 'auto',
}

/** How long a message waits for the one before, in ms. */
export const WAIT_MS = 5_000

let showing = Promise.resolve()

/**
 * Shows the notification of a push message, silently while the user looks at the app (R17.9). One after the other: a notification
 * is shown when its icon is loaded, and one that loads for longer would replace a newer one.
 */
export function showPush(data: PushMessageData | null): Promise<void> {
  const show = () => showNext(data)
  const limit = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS))
  showing = Promise.race([showing, limit]).then(show, show)
  return showing
}

async function showNext(data: PushMessageData | null): Promise<void> {
  const { notification, app_badge: badge } = read(data)
  const { title, navigate, ...options } = { ...UNREADABLE, ...notification }
  const clients = await self.clients.matchAll({ type: 'window' })
  await Promise.allSettled([
    self.registration.showNotification(title, {
      ...options,
      silent: clients.some(({ focused }) => focused),
      icon: 'icons/icon-192.png',
      // Systems show its shape only.
      badge: 'icons/icon-monochrome-512.png',
      data: { url: navigate },
    }),
    badge === undefined ? undefined : navigator.setAppBadge?.(Number(badge)),
  ])
}

function read(data: PushMessageData | null): Partial<PushMessage> {
  try {
    return Object(data?.json())
  } catch {
    return {}
  }
}

/** Opens the screen that a notification is about: in the open tab, if there is one. */
export async function openNotification({ data }: Notification): Promise<void> {
  const { href, origin, pathname } = new URL(String(data?.url ?? '/'), self.location.origin)
  const url = origin === self.location.origin ? href : self.location.origin
  const tabs = await self.clients.matchAll({ type: 'window' })
  // The tester is a document of its own.
  const tab = tabs.find((one) => new URL(one.url).pathname !== '/mock')
  if (!tab) return void (await self.clients.openWindow(url))
  tab.postMessage({ type: 'OPEN', path: pathname } satisfies OpenMessage)
  await tab.focus()
}

/** Subscribes again when the browser has replaced the subscription, for the session that had it. */
export async function renewSubscription(): Promise<void> {
  const record = await readRecord()
  if (!record) return
  const response = await fetch(PUSH_PATH)
  const { key } = await response.json()
  const subscription = await subscribeAt(self.registration, key)
  const headers = { 'Content-Type': 'application/json', authorization: record.token }
  const body = JSON.stringify(subscription)
  const { ok } = await fetch(PUSH_PATH, { method: 'POST', headers, body })
  if (ok) await writeRecord({ ...record, endpoint: subscription.endpoint })
}
