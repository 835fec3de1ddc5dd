import type { Changes } from '../src/contract/changes.ts'
import type { Database } from './data/database.ts'

/** Options that depend on the environment in which the mock runs: a service worker, Node or a test. */
export type HostOptions = {
  /** The delay while the settings do not set one, in milliseconds. */
  delayMs?: number
  /** Returns a number from 0 to 1, which decides whether a failure with a rate applies. */
  random?: () => number
  /** The build of the app. */
  build?: string
  /**
   * The address below which the image host serves pictures, such as `https://res.example.com/garage/`.
   * Without it, pictures cannot be moved.
   */
  imageHost?: string
  /** Whether devices without a network send their writes later, under keys that name them. */
  late?: boolean
  /** Publishes the changes of a committed write. */
  publish?: (changes: Changes) => void
  /** Returns the OpenAPI description that `scripts/api-description/openapi.ts` generates. */
  describe?: () => Promise<{ openapi: string }>
}

export type ServerOptions = HostOptions & { database: Database }
