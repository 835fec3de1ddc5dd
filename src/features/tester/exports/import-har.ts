import * as v from 'valibot'
import type { NewOverride } from '../../../contract/settings.ts'
import { endpoints } from '../api-list/endpoints.ts'
import { formatBytes } from '../format.ts'

const MAX_FILE_BYTES = 100_000_000
/** The mock reads its settings for every request. */
const MAX_OVERRIDES = 200
const MAX_OVERRIDE_LENGTH = 2_000_000

/** The overrides of a HAR, and how many of its entries were left out for each reason. */
export type HarImport = { overrides: NewOverride[]; leftOut: Map<string, number> }

const Har = v.object({ log: v.object({ entries: v.array(v.unknown()) }) })
const Entry = v.object({
  request: v.object({ method: v.string(), url: v.pipe(v.string(), v.url()) }),
  response: v.object({
    status: v.number(),
    content: v.optional(
      v.object({ text: v.optional(v.string()), encoding: v.optional(v.string()) }),
      {},
    ),
  }),
})

/**
 * Reads the answers to `/api` of a HAR as overrides, which replay them in their order.
 * @throws Error with a text for people; a HAR is imported as a whole or not at all
 */
export async function importHar(file: Blob): Promise<HarImport> {
  if (file.size > MAX_FILE_BYTES) {
    throw new Error(
      `This file has ${formatBytes(file.size)}; a HAR can have up to ${formatBytes(MAX_FILE_BYTES)}. Record less, or filter by /api before you save.`,
    )
  }
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Har), await file.text())
  if (!success) throw new Error('This file is not a HAR: it has no JSON with log.entries.')
  const { overrides, leftOut } = toOverrides(output.log.entries)
  if (overrides.length === 0) {
    throw new Error(`This HAR has no answer to import. ${describeLeftOut(leftOut)}`.trim())
  }
  if (overrides.length > MAX_OVERRIDES) {
    throw new Error(
      `This HAR has ${overrides.length} answers; up to ${MAX_OVERRIDES} can be imported.`,
    )
  }
  const { length } = JSON.stringify(overrides)
  if (length > MAX_OVERRIDE_LENGTH) {
    throw new Error(
      `The answers have ${formatBytes(length)}; up to ${formatBytes(MAX_OVERRIDE_LENGTH)} can be imported.`,
    )
  }
  return { overrides, leftOut }
}

/** "Left out: 3 without JSON, 1 of controls." */
export function describeLeftOut(leftOut: HarImport['leftOut']): string {
  const counts = [...leftOut].map(([reason, count]) => `${count} ${reason}`)
  return counts.length > 0 ? `Left out: ${counts.join(', ')}.` : ''
}

/**
 * Every answer applies as often as it was recorded in a row; the last one of a call stays. The first rule that
 * applies is used, so their order is that of the HAR.
 */
function toOverrides(entries: unknown[]): HarImport {
  const overrides: NewOverride[] = []
  const leftOut: HarImport['leftOut'] = new Map()
  const latest = new Map<string, NewOverride>()
  for (const entry of entries) {
    const override = toOverride(entry)
    if (typeof override === 'string') {
      leftOut.set(override, (leftOut.get(override) ?? 0) + 1)
      continue
    }
    const call = `${override.method} ${override.path}`
    const before = latest.get(call)
    if (before && isSame(before, override)) {
      before.times = (before.times ?? 0) + 1
      continue
    }
    latest.set(call, override)
    overrides.push(override)
  }
  for (const last of latest.values()) delete last.times
  return { overrides, leftOut }
}

function isSame(one: NewOverride, other: NewOverride): boolean {
  return one.status === other.status && JSON.stringify(one.body) === JSON.stringify(other.body)
}

/** The override for an entry, or the reason why there is none. */
function toOverride(entry: unknown): NewOverride | string {
  const { success, output } = v.safeParse(Entry, entry)
  if (!success) return 'malformed'
  const { request, response } = output
  const { protocol, pathname } = new URL(request.url)
  const path = pathname.replace(/(?!^)\/$/, '')
  if (!/^https?:$/.test(protocol) || !path.startsWith('/api/')) return 'not of /api'
  if (!/^[A-Z]+$/.test(request.method) || path.includes(':')) return 'malformed'
  if (path.startsWith('/api/auth/')) return 'of log-ins, whose tokens are not valid here'
  if (endpoints.some((known) => known.call.control && known.path === path)) return 'of controls'
  const { status, content } = response
  if (!Number.isInteger(status) || status < 200 || status > 599 || status === 304) {
    return 'without an answer that has a status from 200 to 599'
  }
  const override = { method: request.method, path, status, times: 1 }
  if (status === 204 || status === 205) return { ...override, body: null }
  try {
    const body: unknown = JSON.parse(textOf(content))
    // Throws too, if it nests too deep.
    JSON.stringify(body)
    return { ...override, body }
  } catch {
    return 'without JSON that can be used'
  }
}

/** @throws Error if the content is missing, or encoded in an unknown or a wrong way */
function textOf({ text, encoding }: { text?: string; encoding?: string }): string {
  if (text === undefined || (encoding && encoding !== 'base64')) throw new Error('No text')
  if (!encoding) return text
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
