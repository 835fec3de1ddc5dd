import { FORMATS, findLeftOut, type LeftOut, writeExport } from '../exports/formats.ts'
import type { Recorded } from '../exports/recorded.ts'
import { redactExchange } from '../redact.ts'
import type { SavedRequest } from './saved.ts'
import type { Outcome } from './use-runs.ts'

/** The formats of saved requests, with the name of a file and a hint (R14.26). */
export const SAVED_FORMATS = {
  'Playwright test': [
    FORMATS['Playwright test'][0],
    'Sends the requests in their order, with the values of earlier replies, and expects the checks.',
  ],
  curl: [FORMATS.curl[0], 'For a POSIX shell with jq. Fails if a check fails.'],
  Python: [FORMATS.Python[0], 'Needs the package requests. Checks are assertions.'],
  'MSW handlers': [FORMATS['MSW handlers'][0], 'Answer as in the latest runs. For MSW 2 and 3.'],
  HAR: [FORMATS.HAR[0], 'HTTP Archive 1.2, with the replies of the latest runs.'],
  Bruno: ['gearheads-bruno.zip', 'A folder of .bru files. Unpack it, and open it as a collection.'],
  Postman: ['gearheads.postman_collection.json', 'A collection, v2.1.'],
} as const
export type SavedFormat = keyof typeof SAVED_FORMATS

type Outcomes = ReadonlyMap<string, Outcome>

/** Writes saved requests in their order. @param viewer the user of the current session */
export async function writeSaved(
  format: SavedFormat,
  list: readonly SavedRequest[],
  outcomes: Outcomes,
  viewer?: string,
): Promise<string | Blob> {
  const exchanges = toRecorded(format, list, outcomes)
  if (format !== 'Bruno' && format !== 'Postman') return writeExport(format, exchanges, viewer)
  const { items, leftOut } = await readItems(exchanges, viewer)
  if (format === 'Postman') {
    const { toPostman } = await import('./postman.ts')
    return toPostman(items, leftOut)
  }
  const [{ toBruno }, { downloadZip }] = await Promise.all([
    import('./to-bruno.ts'),
    import('client-zip'),
  ])
  const files = toBruno(items, leftOut)
  return downloadZip(
    files.map(({ name, text }) => ({ name: `gearheads/${name}`, input: text })),
  ).blob()
}

/** Finds what `writeSaved` leaves out. */
export async function leftOutOfSaved(
  format: SavedFormat,
  list: readonly SavedRequest[],
  outcomes: Outcomes,
  viewer?: string,
): Promise<LeftOut> {
  const exchanges = toRecorded(format, list, outcomes)
  if (format !== 'Bruno' && format !== 'Postman') return findLeftOut(format, exchanges, viewer)
  const { items, leftOut } = await readItems(exchanges, viewer)
  const { skippedChecks } = await import('./to-bruno.ts')
  return { requests: leftOut, checks: format === 'Bruno' ? items.flatMap(skippedChecks) : [] }
}

/** MSW handlers and HAR have the latest replies; other formats depend on the list alone. */
function toRecorded(
  format: SavedFormat,
  list: readonly SavedRequest[],
  outcomes: Outcomes,
): Recorded[] {
  const hasReplies = format === 'HAR' || format === 'MSW handlers'
  return list.map(({ id, name, request, checks }) => {
    const { exchange } = outcomes.get(id) ?? {}
    if (hasReplies) return { request, ...(exchange && redactExchange(exchange)), name }
    const { answer, response } = exchange ?? {}
    return { name, request, checks, answer, response }
  })
}

async function readItems(exchanges: readonly Recorded[], viewer?: string) {
  const [{ toReplay }, { toItems }] = await Promise.all([
    import('../exports/replay.ts'),
    import('./collection.ts'),
  ])
  const { steps, leftOut } = toReplay(exchanges, viewer)
  return { items: toItems(steps), leftOut }
}

/** In bytes, of all files together. */
const MAX_SIZE = 5_000_000

/**
 * Reads requests from files of Bruno (`.bru`, a ZIP of them, or its JSON) or Postman (v2.1).
 * @returns the problem, if there are none
 */
export async function readSaved(files: readonly File[]) {
  const [{ fromBruno, fromBrunoJson, isBrunoJson }, { fromPostman }, { ImportError }, { unzip }] =
    await Promise.all([
      import('./from-bruno.ts'),
      import('./postman.ts'),
      import('./collection.ts'),
      import('./unzip.ts'),
    ])
  try {
    if (files.reduce((sum, { size }) => sum + size, 0) > MAX_SIZE)
      throw new ImportError('These files have more than 5 MB.')
    const [first] = files
    if (first?.name.endsWith('.zip'))
      return fromBruno(await unzip(new Uint8Array(await first.arrayBuffer())))
    if (first?.name.endsWith('.json')) {
      const value = await parseFile(first)
      return isBrunoJson(value) ? fromBrunoJson(value) : fromPostman(value)
    }
    const texts = files.map(async (file) => ({ name: file.name, text: await file.text() }))
    return fromBruno(await Promise.all(texts))
  } catch (error) {
    if (error instanceof ImportError) return error.message
    throw error
  }
}

async function parseFile(file: File): Promise<unknown> {
  try {
    return JSON.parse(await file.text())
  } catch {
    return undefined
  }
}
