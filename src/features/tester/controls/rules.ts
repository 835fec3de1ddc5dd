import type { NewFailure, NewOverride } from '../../../contract/settings.ts'
import { type Exchange, isOwnApi } from '../response/exchange.ts'

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

/** @param route a call of the contract (`METHOD /path`), or `* *` for every call */
export function failureOf(route: string, status: number, frequency: string): NewFailure {
  const [method = '*', path = '*'] = route.split(' ')
  const times = TIMES[frequency]
  const rate = frequency.endsWith('%') ? Number.parseInt(frequency, 10) / 100 : undefined
  return { method, path, status, ...(times && { times }), ...(rate && { rate }) }
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

/** "GET /api/posts answers 503, once" */
export function describeRule(rule: NewFailure | NewOverride): string {
  const { method, path, status, times, rate } = rule as NewFailure
  const route = method === '*' && path === '*' ? 'Every call' : `${method} ${path}`
  const answers = status === 0 ? 'gets no reply' : `answers ${status}`
  if (rate !== undefined) return `${route} ${answers}, ${Math.round(rate * 100)} % of the time`
  if (times === undefined) return `${route} ${answers}`
  return `${route} ${answers}, ${times === 1 ? 'once' : `${times} times`}`
}
