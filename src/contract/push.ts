/**
 * Where a club's server has its Web Push (docs/club.md#push): `GET` replies with its public key, `POST` takes a subscription of
 * the viewer's browser, `DELETE` removes one.
 */
export const PUSH_PATH = '/api/push'

/**
 * The content of a push message: declarative Web Push (W3C Push API), which Safari shows without the worker. Other browsers pass
 * it to the worker, which shows the same.
 */
export type PushMessage = {
  web_push: 8030
  notification: {
    title: string
    body: string
    /** Where a click leads. */
    navigate: string
    /** A later notification with the same tag replaces this one. */
    tag: string
    lang: string
    dir: 'auto'
  }
  /** The number of unseen notifications, for the icon of the installed app. */
  app_badge: string
}
