import type { Recorded } from './steps.ts'

/** The formats of an export. Their code is loaded when it is needed. */
export const FORMATS = {
  'Playwright test': {
    file: 'gearheads.spec.ts',
    note: 'Logs in and expects the recorded statuses.',
  },
  curl: { file: 'gearheads.sh', note: 'For a POSIX shell.' },
  fetch: { file: 'gearheads-fetch.js', note: 'For the console of a page of the app.' },
  Python: { file: 'gearheads.py', note: 'Needs the package requests.' },
  'MSW handlers': { file: 'handlers.js', note: 'Answer as recorded. For MSW 2 and 3.' },
  HAR: { file: 'gearheads.har', note: 'HTTP Archive 1.2, for DevTools and other tools.' },
}

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
  const { write } = await import('./write.ts')
  return write(format, exchanges, viewer)
}
