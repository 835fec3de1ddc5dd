import type { Recorded } from './recorded.ts'

/** The formats of an export, with the name of a file and a note. Their code is loaded when it is needed. */
export const FORMATS = {
  'Playwright test': ['gearheads.spec.ts', 'Logs in and expects the recorded statuses.'],
  curl: ['gearheads.sh', 'For a POSIX shell.'],
  fetch: ['gearheads-fetch.js', 'For the console of a page of the app.'],
  Python: ['gearheads.py', 'Needs the package requests.'],
  'MSW handlers': ['handlers.js', 'Answer as recorded. For MSW 2 and 3.'],
  HAR: ['gearheads.har', 'HTTP Archive 1.2, for DevTools and other tools.'],
} as const

export type Format = keyof typeof FORMATS

/** The formats that repeat a request. */
export const CODE_FORMATS = ['curl', 'fetch', 'Playwright test', 'Python'] as const

/**
 * Writes exchanges in the order in which they are given.
 * @param viewer the user of the current session
 */
export async function writeExport(
  format: Format,
  exchanges: readonly Recorded[],
  viewer?: string,
): Promise<string> {
  const { writers } = await import('./writers.ts')
  return writers[format](exchanges, viewer)
}

/** What an export leaves out, each with the reason: requests, and checks of others. */
export type LeftOut = { requests: string[]; checks: string[] }

/** Finds what `writeExport` leaves out. */
export async function findLeftOut(
  format: Format,
  exchanges: readonly Recorded[],
  viewer?: string,
): Promise<LeftOut> {
  const { leftOutOf } = await import('./writers.ts')
  return { requests: leftOutOf(format, exchanges, viewer), checks: [] }
}
