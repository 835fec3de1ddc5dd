import * as v from 'valibot'
import type { NewOverride } from '../../../contract/settings.ts'
import { endpoints } from '../api-list/endpoints.ts'
import { formatBytes } from '../format.ts'

const MAX_BYTES = 100_000_000
/** The mock reads its settings for every request. */
const MAX_OVERRIDES = 200
const MAX_OVERRIDE_LENGTH = 2_000_000

/** `leftOut` is a sentence, or empty. */
export type HarImport = { overrides: NewOverride[]; leftOut: string }

const Har = v.object({ log: v.object({ entries: v.array(v.unknown()) }) })
const Content = v.object({ text: v.optional(v.string()), encoding: v.optional(v.string()) })
const Entry = v.object({
  request: v.object({ method: v.string(), url: v.pipe(v.string(), v.url()) }),
  response: v.object({ status: v.number(), content: v.optional(Content, {}) }),
})

/**
 * Reads the answers to `/api` of a HAR as overrides, which replay them in their order.
 * @returns the problem, if the HAR cannot be imported as a whole
 */
export async function importHar(file: Blob): Promise<HarImport | string> {
  if (file.size > MAX_BYTES)
    return `This file has ${formatBytes(file.size)}; a HAR can have up to ${formatBytes(MAX_BYTES)}. Record less, or filter by /api before you save.`
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), Har), await file.text())
  if (!success) return 'This file is not a HAR: it has no JSON with log.entries.'
  const { overrides, leftOut } = toOverrides(output.log.entries)
  const count = overrides.length
  if (count === 0) return `This HAR has no answer to import. ${leftOut}`.trim()
  if (count > MAX_OVERRIDES)
    return `This HAR has ${count} answers; up to ${MAX_OVERRIDES} can be imported.`
  const { length } = JSON.stringify(overrides)
  if (length > MAX_OVERRIDE_LENGTH)
    return `The answers have ${formatBytes(length)}; up to ${formatBytes(MAX_OVERRIDE_LENGTH)} can be imported.`
  return { overrides, leftOut }
}

/**
 * Every answer applies as often as it was recorded in a row; the last one of a call stays. The first rule that
 * applies is used, so their order is that of the HAR.
 */
function toOverrides(entries: unknown[]): HarImport {
  const found = entries.map(toOverride)
  const overrides: NewOverride[] = []
  const latest = new Map<string, NewOverride>()
  for (const override of found.filter((each) => typeof each !== 'string')) {
    const call = `${override.method} ${override.path}`
    const before = latest.get(call)
    if (before && JSON.stringify({ ...before, times: 1 }) === JSON.stringify(override)) {
      before.times = (before.times ?? 0) + 1
      continue
    }
    latest.set(call, override)
    overrides.push(override)
  }
  for (const last of latest.values()) delete last.times
  const reasons = Map.groupBy(
    found.filter((each) => typeof each === 'string'),
    (reason) => reason,
  )
  const counts = [...reasons].map(([reason, { length }]) => `${length} ${reason}`).join(', ')
  return { overrides, leftOut: counts && `Left out: ${counts}.` }
}

/** The override for an entry, or the reason why there is none. */
function toOverride(entry: unknown): NewOverride | string {
  const { success, output } = v.safeParse(Entry, entry)
  if (!success) return 'malformed'
  const { method, url } = output.request
  const { status, content } = output.response
  const { protocol, pathname } = new URL(url)
  const path = pathname.replace(/(?!^)\/$/, '')
  if (!/^https?:$/.test(protocol) || !path.startsWith('/api/')) return 'not of /api'
  if (!/^[A-Z]+$/.test(method) || path.includes(':')) return 'malformed'
  if (path.startsWith('/api/auth/')) return 'of log-ins, whose tokens are not valid here'
  if (endpoints.some((known) => known.call.control && known.path === path)) return 'of controls'
  if (!Number.isInteger(status) || status < 200 || status > 599 || status === 304)
    return 'without an answer that has a status from 200 to 599'
  try {
    const body: unknown = [204, 205].includes(status) ? null : JSON.parse(textOf(content))
    // Throws too, if it nests too deep.
    JSON.stringify(body)
    return { method, path, status, times: 1, body }
  } catch {
    return 'without JSON that can be used'
  }
}

/** @throws Error if the content is missing, or encoded in an unknown or a wrong way */
function textOf({ text, encoding }: v.InferOutput<typeof Content>): string {
  if (text === undefined || (encoding && encoding !== 'base64')) throw new Error('No text')
  if (!encoding) return text
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}
