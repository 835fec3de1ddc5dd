import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callHeaders } from '../client/call.ts'
import { request } from '../client/http.ts'
import { token } from '../client/session.ts'
import { PUSH_PATH } from '../contract/push.ts'
import { installsByHand } from '../pwa/install.ts'
import { readRecord, removeRecord, writeRecord } from '../pwa/push-record.ts'
import { subscribeAt } from '../pwa/push-subscription.ts'
import { startWorker } from '../pwa/register.ts'
import { closeNotifications } from '../pwa/shown-notifications.ts'

/**
 * Whether this browser gets the viewer's notifications while the app is closed. `blocked`: the user has to allow it in the
 * browser. `install`: iOS allows it to apps on the home screen. `insecure`: plain http has no service workers.
 */
export type PushState = 'on' | 'off' | 'blocked' | 'install' | 'insecure' | 'unsupported'

/** Ms until a reply of the club. */
const LIMIT_MS = 20_000
/** Ms that a logout waits. */
const SHORT_LIMIT_MS = 3_000

const PUSH = ['push'] as const

/** The state of push in this browser. The user can change it outside of the app. */
export const pushQuery = queryOptions({
  queryKey: PUSH,
  queryFn: readState,
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: true,
})

/** Turns push on or off. */
export const setPush = mutationOptions({
  mutationFn: (wanted: boolean) => (wanted ? turnOn() : turnOff()),
  onSettled: (_data, _error, _wanted, _result, { client }) =>
    client.invalidateQueries({ queryKey: PUSH }),
  meta: { failed: () => "Notifications couldn't be turned on. Try again in a while." },
})

async function readState(): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure'
  const allowed = permission()
  if (!('PushManager' in window && allowed)) return installsByHand() ? 'install' : 'unsupported'
  // The browser can refuse the worker.
  if (!(await startWorker().catch(() => undefined))) return 'unsupported'
  if (allowed === 'denied') return 'blocked'
  if (allowed !== 'granted') return 'off'
  const { subscription, record } = await current()
  const isOn = subscription && record?.endpoint === subscription.endpoint
  // The club ends it with the session.
  return isOn && record.token === token.read() ? 'on' : 'off'
}

/** `undefined` where the browser has no notifications, or refuses to say. */
function permission(): NotificationPermission | undefined {
  try {
    return Notification.permission
  } catch {
    return undefined
  }
}

async function current() {
  const { pushManager } = await startWorker()
  const subscription = await pushManager.getSubscription()
  return { subscription, record: await readRecord() }
}

async function turnOn(): Promise<void> {
  // First: browsers ask only at a click. A refusal is in the state.
  if ((await Notification.requestPermission()) !== 'granted') return
  await subscribe()
}

async function subscribe(): Promise<void> {
  const headers = callHeaders()
  const options = { url: PUSH_PATH, headers, timeout: LIMIT_MS }
  const { data } = await request<{ key: string }>({ ...options, method: 'GET' })
  const subscription = await subscribeAt(await startWorker(), data.key)
  await request({ ...options, method: 'POST', data: subscription.toJSON() })
  await writeRecord({ endpoint: subscription.endpoint, token: token.read() })
}

/** Ends push in this browser, also without a network: the push service then refuses the club's messages. */
async function turnOff(): Promise<void> {
  if (!('PushManager' in window)) return
  const record = await readRecord()
  await removeRecord()
  if (!record) return
  const { endpoint } = record
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  const limit = new Promise((resolve) => setTimeout(resolve, SHORT_LIMIT_MS))
  const telling = request({
    method: 'DELETE',
    url: PUSH_PATH,
    headers: callHeaders(),
    data: { endpoint },
    timeout: SHORT_LIMIT_MS,
  })
  await Promise.race([limit, Promise.allSettled([telling, subscription?.unsubscribe()])])
}

/** For a logout: the next user of the device may be another person. */
export async function endPush(): Promise<void> {
  await turnOff()
  await closeNotifications()
}

/** Subscribes again if the browser has dropped or replaced the subscription without an event. */
export async function keepPushOn(): Promise<void> {
  if (!('PushManager' in window) || permission() !== 'granted') return
  const record = await readRecord()
  if (record?.token !== token.read()) return
  const { subscription } = await current()
  if (subscription?.endpoint !== record.endpoint) await subscribe()
}
