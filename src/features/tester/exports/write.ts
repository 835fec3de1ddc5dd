import { type Recorded, type Step, toStep } from './steps.ts'
import { toCurl } from './to-curl.ts'
import { toFetch, toPlaywright } from './to-fetch.ts'
import { toHar } from './to-har.ts'
import { toMsw } from './to-msw.ts'
import { toPython } from './to-python.ts'

const code = {
  'Playwright test': toPlaywright,
  curl: toCurl,
  fetch: toFetch,
  Python: toPython,
} satisfies Record<string, (steps: Step[]) => string>

type Format = keyof typeof code | 'HAR' | 'MSW handlers'

/** Writes exchanges in a format. */
export function write(format: Format, exchanges: readonly Recorded[], viewer?: string): string {
  if (format === 'HAR') return toHar(exchanges, viewer)
  if (format === 'MSW handlers') return toMsw(exchanges)
  const steps = exchanges.map((exchange) => toStep(exchange, viewer))
  return code[format](steps)
}
