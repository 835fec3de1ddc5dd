import { type Recorded, type Step, toStep } from './recorded.ts'
import { toCurl, toFetch, toPlaywright, toPython } from './to-code.ts'
import { toHar } from './to-har.ts'
import { toMsw } from './to-msw.ts'

const code =
  (write: (steps: Step[]) => string) => (exchanges: readonly Recorded[], viewer?: string) =>
    write(exchanges.map((exchange) => toStep(exchange, viewer)))

/** The writer of each format. */
export const writers = {
  'Playwright test': code(toPlaywright),
  curl: code(toCurl),
  fetch: code(toFetch),
  Python: code(toPython),
  'MSW handlers': toMsw,
  HAR: toHar,
}
