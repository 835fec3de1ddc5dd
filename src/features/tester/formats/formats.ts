import { redactExchange } from '../redact.ts'
import type { SavedRequest } from '../saved/saved.ts'
import type { Outcome } from '../saved/use-runs.ts'
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
  'MSW handlers': ['handlers.js', 'Answer as recorded. For MSW 2 and 3.'],
  HAR: ['gearheads.har', 'HTTP Archive 1.2, with the recorded replies.'],
  Postman: [
    'gearheads.postman_collection.json',
    'A collection, v2.1, with the checks. Bruno, Insomnia and Hoppscotch read it too.',
  ],
  Gearheads: ['gearheads-requests.json', 'For this page: the requests with their checks.'],
} as const
export type Format = keyof typeof FORMATS

/** The formats that repeat a request. */
export const CODE_FORMATS = ['curl', 'fetch', 'Playwright test', 'Python'] as const
const NAMES = Object.keys(FORMATS) as Format[]
export const HISTORY_FORMATS = NAMES.filter((name) => name !== 'Postman' && name !== 'Gearheads')
export const SAVED_FORMATS = NAMES.filter((name) => name !== 'fetch')

/** Writes exchanges in the order in which they are given. */
export async function writeExport(
  format: Format,
  exchanges: readonly Recorded[],
  context: Context = {},
): Promise<Export> {
  const { writers } = await import('./writers.ts')
  return writers[format](exchanges, context)
}

/** Saved requests to write. MSW handlers and HAR have the latest replies; other formats depend on the list alone. */
export function toRecorded(
  format: Format,
  list: readonly SavedRequest[],
  outcomes: ReadonlyMap<string, Outcome>,
): Recorded[] {
  const hasReplies = format === 'HAR' || format === 'MSW handlers'
  return list.map(({ id, name, request, checks }) => {
    const { exchange } = outcomes.get(id) ?? {}
    if (hasReplies)
      return { request, ...(exchange && redactExchange(exchange)), name, template: request }
    return { name, request, checks }
  })
}
