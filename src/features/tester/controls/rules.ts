import type { NewFailure, NewOverride, Settings } from '../../../contract/settings.ts'
import { type Exchange, isOwnApi } from '../response/exchange.ts'

/** The options for how often a failure applies. */
export const FREQUENCIES = [
  { value: 'always', label: 'every time' },
  { value: 'once', label: 'once' },
  { value: 'thrice', label: '3 times' },
  { value: 'half', label: 'half the time' },
] as const
export type Frequency = (typeof FREQUENCIES)[number]['value']

const LIMITS: Record<Frequency, { times?: number; rate?: number }> = {
  always: {},
  once: { times: 1 },
  thrice: { times: 3 },
  half: { rate: 0.5 },
}

/** @param route a call of the contract (`METHOD /path`), or `* *` for every call */
export function failureOf(route: string, status: number, frequency: Frequency): NewFailure {
  const [method = '*', path = '*'] = route.split(' ')
  return { method, path, status, ...LIMITS[frequency] }
}

/** The override that serves the shown response. Undefined if the mock cannot serve it. */
export function overrideOf({ request, response }: Exchange): NewOverride | undefined {
  if (!isOwnApi(request.endpoint)) return undefined
  // For a call without a route, the shown value is the error that contains the response.
  const shown = response as { response?: unknown; status?: unknown; data?: unknown } | undefined
  const { status, data } = (shown?.response ?? shown ?? {}) as { status?: unknown; data?: unknown }
  if (typeof status !== 'number' || status < 200 || status > 599) return undefined
  const { pathname } = new URL(request.endpoint, location.href)
  return { method: request.method, path: pathname, status, body: data ?? null }
}

/** Adds an override to the settings. It replaces an existing one for the same route. */
export function withOverride(
  { overrides }: Pick<Settings, 'overrides'> | { overrides: NewOverride[] },
  override: NewOverride,
): { overrides: NewOverride[] } {
  const others = overrides.filter(
    ({ method, path }) => method !== override.method || path !== override.path,
  )
  return { overrides: [override, ...others] }
}

/** "GET /api/posts answers 503, once" */
export function describeRule(rule: NewFailure | NewOverride): string {
  const { method, path, status, times, rate } = rule as NewFailure
  const route = method === '*' && path === '*' ? 'Every call' : `${method} ${path}`
  const answers = status === 0 ? 'gets no reply' : `answers ${status}`
  if (rate !== undefined) return `${route} ${answers}, ${Math.round(rate * 100)} % of the time`
  if (times === undefined) return `${route} ${answers}`
  return `${route} ${answers}, ${times === 1 ? 'once' : `${times} times`}`
}
