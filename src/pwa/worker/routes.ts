/**
 * Whether the app has a screen at this path, without the scope. All others are the host's, which may have more than the app
 * (scripts/routes.test.ts compares the list with `src/routes`). A path that cannot be decoded is the app's: hosts reject it.
 */
export function isRoute(path: string): boolean {
  return /^(|bookMarkPage|explore|homePage|mock(\/lab)?|notifications|(post|profilePage)\/[^/]+|settings)\/?$|%(?![\da-fA-F]{2})/.test(
    path,
  )
}
