import type { Recorded } from './recorded.ts'
import { leftOutText, type Replay, toReplay } from './replay.ts'
import { toCurl, toFetch, toPlaywright, toPython } from './to-code.ts'
import { toHar } from './to-har.ts'
import { replyProblem, toMsw } from './to-msw.ts'

const code =
  (write: (replay: Replay) => string) => (exchanges: readonly Recorded[], viewer?: string) =>
    write(toReplay(exchanges, viewer))

/** The writer of each format. */
export const writers = {
  'Playwright test': code(toPlaywright),
  curl: code(toCurl),
  fetch: code(toFetch),
  Python: code(toPython),
  'MSW handlers': toMsw,
  HAR: toHar,
}

/** The requests that a format leaves out, each with the reason. */
export function leftOutOf(
  format: keyof typeof writers,
  exchanges: readonly Recorded[],
  viewer?: string,
): string[] {
  if (format === 'HAR') return []
  if (format !== 'MSW handlers') return toReplay(exchanges, viewer).leftOut
  return exchanges.flatMap((exchange) => {
    const problem = replyProblem(exchange)
    return problem ? leftOutText(exchange, problem) : []
  })
}
