import type { Changes } from '../src/contract/changes.ts'

/** What the place where the mock runs tells it about itself. */
export type Host = {
  /** The delay while no setting says otherwise, in milliseconds. */
  delayMs?: number
  /** A number from 0 to 1 that decides whether a failure with a rate strikes. */
  random?: () => number
  /** Which build of the app this is. */
  build?: string
  /**
   * The address below which the image host serves pictures, such as `https://res.example.com/garage/`.
   * Without it, no picture moves.
   */
  imageHost?: string
  /** Is told what a committed write changed. */
  announce?: (changes: Changes) => void
  /** The description of the API that `scripts/api-description/openapi.ts` makes at build time. */
  describe?: () => Promise<{ openapi: string }>
}
