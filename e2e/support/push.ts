import { type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright/test'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { PushService } from '../../server/testing/push-service.ts'
import type { PushMessage } from '../../src/contract/push.ts'
import type { Club } from './club.ts'
import { expect } from './fixtures.ts'
import { test as base, logInAsGuest } from './sync-fixtures.ts'

type Subscription = Awaited<ReturnType<PushService['newBrowser']>>

/** Tests with a club that sends to a push service on this machine, and the guest's phone, which may show notifications. */
export const test = base.extend<{ service: PushService }, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const executablePath = findChromium(chromium.executablePath(), { shell: false })
      await use({ ...launchOptions, executablePath })
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: required by Playwright
  service: async ({}, use) => {
    const service = await new PushService().start()
    await use(service)
    await service.stop()
  },
  club: async ({ startClub }, use) => use(await startClub('--controls', '--local-push')),
  guest: async ({ page, club, service }, use) => {
    await page.context().grantPermissions(['notifications'], { origin: club.url })
    await subscribeAt(page.context(), await service.newBrowser())
    await logInAsGuest(page, club)
    await use(page)
  },
})

/**
 * Replaces only the browser's own push service, which is on the internet: pages get `subscription`. The rest is real.
 */
async function subscribeAt(context: BrowserContext, subscription: Subscription): Promise<void> {
  await context.addInitScript((subscription) => {
    const KEY = 'test-subscription'
    const stored = {
      ...subscription,
      toJSON: () => subscription,
      unsubscribe: async () => {
        sessionStorage.removeItem(KEY)
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      subscribe: async (options: PushSubscriptionOptionsInit) => {
        // A page of the wrong key would get no messages.
        sessionStorage.setItem(KEY, String(options.applicationServerKey))
        return stored
      },
      getSubscription: async () => (sessionStorage.getItem(KEY) ? stored : null),
    })
  }, subscription)
}

/** Gives a message to the worker, as the browser does when its push service has sent one. */
export async function deliver(page: Page, message: PushMessage | string): Promise<void> {
  const { origin } = new URL(page.url())
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin))
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const data = typeof message === 'string' ? message : JSON.stringify(message)
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await devtools.detach()
}

/** The notifications that the system shows. */
export function shownNotifications(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body, tag, silent, data }) => ({
      title,
      body,
      tag,
      silent,
      url: data?.url as string,
    }))
  })
}

/** Clicks a notification that is shown. The browser would also let the worker focus a tab. */
export async function clickNotification(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('There is no worker')
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event
    }
    // The newest.
    const notification = (await scope.registration.getNotifications()).at(-1)
    if (!notification) throw new Error('No notification is shown')
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  })
}

/** The switch in Settings. */
export function pushSwitch(page: Page) {
  return page.getByRole('switch', { name: 'Notifications on this device' })
}

/** Opens Settings and turns push on. */
export async function turnPushOn(page: Page, club: Club): Promise<void> {
  await page.goto(`${club.url}/settings`)
  await expect(pushSwitch(page)).not.toBeChecked()
  await pushSwitch(page).click()
  await expect(pushSwitch(page)).toBeChecked()
}

/** Makes the browser say that the user has blocked the site. Headless Chromium cannot. @returns a function that allows it */
export async function blockNotifications(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { value: 'denied', configurable: true })
  })
  return () =>
    page.evaluate(() => {
      Object.defineProperty(Notification, 'permission', { value: 'granted', configurable: true })
      // As when the focus comes back from the browser's settings.
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
}
