import type { NewFailure } from '../../../contract/failures.ts'
import type { NewOverride, Settings } from '../../../contract/settings.ts'
import { count } from '../../../ui/count.ts'
import { formatMs, formatStatus } from '../format.ts'
import { isOwnApi } from '../request/address.ts'
import type { Exchange } from '../response/exchange.ts'
import { presets } from './presets.ts'

/** The options for how often a failure applies: a number of times, or a rate. */
export const FREQUENCIES = [
  { value: 'always', label: 'every time' },
  { value: 'once', label: 'once' },
  { value: 'thrice', label: '3 times' },
  ...[5, 10, 25, 50, 75, 90].map((percent) => ({
    value: `${percent}%`,
    label: `${percent} % of the time`,
  })),
]

const TIMES: Record<string, number> = { once: 1, thrice: 3 }

type WithoutRoute<Rule> = Rule extends unknown ? Omit<Rule, 'method' | 'path'> : never
type Effect = WithoutRoute<NewFailure>

export const SLOW = 'Slow reply'
export const FIRST_EFFECT = formatStatus(500)

/** What a failure can do: its fields beside route and frequency. */
export const EFFECTS: Record<string, Effect> = {
  ...Object.fromEntries(
    [500, 503, 507, 400, 401, 404, 422].map((status) => [formatStatus(status), { status }]),
  ),
  '429, retry after 30 s': { status: 429, retryAfter: 30 },
  'No reply': { status: 0 },
  'No reply, but the call is done': { status: 0, after: true },
  [SLOW]: { kind: 'slow', p50: 1000, p95: 5000 },
  'Reply never comes': { kind: 'hang' },
  'Cut-off body': { kind: 'cut' },
  'Malformed JSON': { kind: 'malformed' },
  'HTML page': { kind: 'html' },
  'Redirect to /': { kind: 'redirect', location: '/' },
}

type Chosen = { route: string; effect: string; frequency: string }

/** @param chosen.route a call of the contract (`METHOD /path`), or `* *` for every call */
export function failureOf({ route, effect, frequency }: Chosen): NewFailure {
  const [method = '*', path = '*'] = route.split(' ')
  const times = TIMES[frequency]
  const rate = frequency.endsWith('%') ? Number.parseInt(frequency, 10) / 100 : undefined
  const fields = EFFECTS[effect] ?? { status: 500 }
  return { method, path, ...fields, ...(times && { times }), ...(rate && { rate }) }
}

const PRESET_ID = /^preset (.+)\/\d+$/

/** The name of the preset that a failure belongs to. */
export function presetOf({ id = '' }: { id?: string }): string | undefined {
  return PRESET_ID.exec(id)?.[1]
}

/** The failures with those of a preset, or without any. Failures that the user added stay, and apply first. */
export function withPreset(
  failures: readonly NewFailure[],
  name?: keyof typeof presets,
): NewFailure[] {
  const added: NewFailure[] = name ? presets[name] : []
  return [
    ...failures.filter((failure) => !presetOf(failure)),
    ...added.map((failure, index) => ({ ...failure, id: `preset ${name}/${index}` })),
  ]
}

/** The override that serves the shown response, or the reason why the mock cannot serve it. */
export function overrideOf({ request, response }: Exchange): NewOverride | string {
  if (!isOwnApi(request.endpoint)) return 'Only a response of this API can be mocked.'
  // For a call without a route, the shown value is the error that contains the response.
  const shown = response as { response?: unknown; status?: unknown; data?: unknown } | undefined
  const { status, data } = (shown?.response ?? shown ?? {}) as { status?: unknown; data?: unknown }
  if (typeof status !== 'number' || status < 200 || status > 599) {
    return 'Only a response with a status from 200 to 599 can be mocked.'
  }
  const { pathname } = new URL(request.endpoint, location.href)
  return { method: request.method, path: pathname, status, body: data ?? null }
}

/** Adds overrides to the settings, before the others. They replace existing ones for the same routes. */
export function withOverrides(
  { overrides }: { overrides: NewOverride[] },
  added: NewOverride[],
): { overrides: NewOverride[] } {
  const routes = new Set(added.map(({ method, path }) => `${method} ${path}`))
  const others = overrides.filter(({ method, path }) => !routes.has(`${method} ${path}`))
  return { overrides: [...added, ...others] }
}

/** "Slow 3G is on, 2 failures planned" */
export function describeRules({ failures, overrides }: Pick<Settings, 'failures' | 'overrides'>) {
  const presets = new Set(failures.map(presetOf).filter((name) => name !== undefined))
  const planned = failures.filter((failure) => !presetOf(failure)).length
  const parts = [
    ...[...presets].map((name) => `${name} is on`),
    ...(planned > 0 ? [`${count(planned, 'failure')} planned`] : []),
    ...(overrides.length > 0 ? [`${count(overrides.length, 'override')} on`] : []),
  ]
  return parts.join(', ') || 'Off'
}

/** "GET /api/posts answers 503, once" */
export function describeRule(rule: NewFailure | NewOverride): string {
  const { method, path, times, rate } = rule as NewFailure
  const preset = presetOf(rule)
  const route = method === '*' && path === '*' ? 'Every call' : `${method} ${path}`
  const sentence = `${preset ? `${preset}: ` : ''}${route} ${describeEffect(rule)}`
  if (rate !== undefined) return `${sentence}, ${Math.round(rate * 100)} % of the time`
  if (times === undefined) return sentence
  return `${sentence}, ${times === 1 ? 'once' : `${times} times`}`
}

function describeEffect(rule: NewFailure | (NewOverride & { kind?: undefined })): string {
  const done = 'after' in rule && rule.after ? 'is done, but ' : ''
  switch (rule.kind) {
    case 'slow':
      return `takes ${formatMs(rule.p50)}${rule.p95 ? `, 1 in 20 over ${formatMs(rule.p95)}` : ''}`
    case 'hang':
      return `${done}never gets a reply`
    case 'cut':
      return 'breaks off in the body'
    case 'malformed':
      return 'answers malformed JSON'
    case 'html':
      return `answers ${rule.status ? `${rule.status} with ` : ''}an HTML page`
    case 'redirect':
      return `redirects to ${rule.location}`
    default:
      return done + (rule.status === 0 ? 'gets no reply' : `answers ${rule.status}`)
  }
}
