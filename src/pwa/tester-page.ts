/*
 * The request tester connects to any address that is typed (R14.6). Its page is therefore a document of its own: the
 * same HTML with a wider policy. All other screens share the strict one (scripts/vite/content-security-policy.ts).
 */

/** @param base the path of the app, which ends with a slash */
export function isTesterPath(pathname: string, base: string): boolean {
  return pathname.replace(/\/$/, '') === `${base}mock`
}

/** Replaces the policy for connections in a page, or in a header. */
export function withTesterPolicy(text: string): string {
  return text.replace(/connect-src [^;"]*/, "connect-src 'self' http: https:")
}
