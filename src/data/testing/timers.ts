import { vi } from 'vitest'

/**
 * Record the timers that the code under test starts, so that none fires into a later test file.
 * @returns how to clear them
 */
export function recordTimers(): () => void {
  const { setTimeout: start } = globalThis
  const timers: ReturnType<typeof setTimeout>[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((...args: Parameters<typeof start>) => {
    const timer = start(...args)
    timers.push(timer)
    return timer
  }) as typeof setTimeout)
  return () => {
    for (const timer of timers) clearTimeout(timer)
  }
}
