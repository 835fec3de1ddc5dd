import type { Database } from './data/database.ts'
import type { Host } from './host.ts'

/** What a back end is made of: its data, and what the place where it runs says about itself. */
export type ServerOptions = Host & { database: Database }
