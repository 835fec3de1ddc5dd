import type { Context, Export, Recorded } from './exported.ts'

/** The formats of an export, with the name of a file and a hint. Their code is loaded when it is needed. */
export const FORMATS = {
  'Playwright test': [
    'gearheads.spec.ts',
    'Logs in, sends the requests in their order, and expects their statuses and checks.',
  ],
  curl: ['gearheads.sh', 'For a POSIX shell; values of replies need jq.'],
  fetch: ['gearheads-fetch.js', 'For the console of a page of the app.'],
  Python: ['gearheads.py', 'Needs the package requests.'],
  Postman: [
    'gearheads.postman_collection.json',
    'A collection, v2.1, with the checks. Bruno, Insomnia and Hoppscotch read it too.',
  ],
  Gearheads: ['gearheads-requests.json', 'For this page: the requests with their checks.'],
} as const
export type Format = keyof typeof FORMATS

/** The formats that repeat a request. */
export const CODE_FORMATS = ['curl', 'fetch', 'Playwright test', 'Python'] as const
export const SAVED_FORMATS = ['Playwright test', 'curl', 'Python', 'Postman', 'Gearheads'] as const

/** Writes exchanges in the order in which they are given. */
export async function writeExport(
  format: Format,
  exchanges: readonly Recorded[],
  context: Context = {},
): Promise<Export> {
  const { writers } = await import('./writers.ts')
  return writers[format](exchanges, context)
}
