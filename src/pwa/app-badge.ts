/** Shows a number on the icon of the installed app, where the system can (Badging API). */
export function showOnAppIcon(count: number): void {
  const change = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  // Not allowed, for example by iOS without the permission for notifications.
  change?.catch(() => undefined)
}
