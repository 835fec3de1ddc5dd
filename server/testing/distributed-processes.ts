import type { TestProject } from 'vitest/node'
import { startDistributed } from './distributed.ts'
import { setup as setupProcesses } from './processes.ts'

/** Starts two processes for the contract suite, on a PostgreSQL that they take for a distributed database. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return setupProcesses(project, startDistributed)
}
