/**
 * Stands in for `outvariant` in the worker's build (see vite.config.ts): texts of msw's warnings
 * about handlers, which the tests would show, and no others.
 */
export function format(message: string, ...positionals: unknown[]): string {
  return [message, ...positionals].join(' ')
}

export function invariant(): void {}
