import type { Recorded } from './recorded.ts'
import { type Replay, toReplay } from './replay.ts'
import { toCurl, toFetch, toPlaywright, toPython } from './to-code.ts'
import { toHar } from './to-har.ts'
import { toMsw } from './to-msw.ts'

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
