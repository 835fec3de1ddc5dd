import type { NewFailure, NewOverride, Settings } from '../../../contract/settings.ts'
import { isOurApi } from '../response/answer-source.ts'
import type { Exchange } from '../response/exchange.ts'

/** How often a rule strikes, as a drop-down list has it. */
export const OFTEN = [
  { value: 'always', label: 'every time' },
  { value: 'once', label: 'once' },
  { value: 'thrice', label: '3 times' },
  { value: 'half', label: 'half of the time' },
] as const
export type Often = (typeof OFTEN)[number]['value']

const LIMITS: Record<Often, { times?: number; rate?: number }> = {
  always: {},
  once: { times: 1 },
  thrice: { times: 3 },
  half: { rate: 0.5 },
}

/** @param route `METHOD /path` of the contract, or `* *` for every call */
export function failureOf(route: string, status: number, often: Often): NewFailure {
  const [method = '*', path = '*'] = route.split(' ')
  return { method, path, status, ...LIMITS[often] }
}

/** The response that is shown, to be served by the mock. None when the mock cannot serve it. */
export function overrideOf({ request, response }: Exchange): NewOverride | undefined {
  if (!isOurApi(request.endpoint)) return undefined
  // The error of an unrouted call has its response inside.
  const whole = response as { response?: unknown; status?: unknown; data?: unknown } | undefined
  const { status, data } = (whole?.response ?? whole ?? {}) as { status?: unknown; data?: unknown }
  if (typeof status !== 'number' || status < 200 || status > 599) return undefined
  const { pathname } = new URL(request.endpoint, location.href)
  return { method: request.method, path: pathname, status, body: data ?? null }
}

/** The settings with one more override, in place of an older one for the same route. */
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
  const answers = status === 0 ? 'gets no answer' : `answers ${status}`
  if (rate !== undefined) return `${route} ${answers}, ${Math.round(rate * 100)} % of the time`
  if (times === undefined) return `${route} ${answers}`
  return `${route} ${answers}, ${times === 1 ? 'once' : `${times} times`}`
}
