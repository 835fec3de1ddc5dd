const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000

/**
 * The pause before the next try: 1, 2, 4 … 60 s, shortened by up to half at random, so that the devices of a club that was
 * down do not come back at the same moment.
 * @param failures the failed tries in a row, at least 1
 * @param random from 0 to 1
 * @returns ms
 */
export function pauseAfter(failures: number, random = Math.random()): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS)
  return pause * (0.5 + random / 2)
}
