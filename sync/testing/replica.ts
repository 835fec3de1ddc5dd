import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the contract is tested on a device of a club. */
    replica?: boolean
  }
}

/** For the project whose server is a replica. */
export function setup({ provide }: TestProject): void {
  provide('replica', true)
}
