import { useRef, useState } from 'react'

/**
 * Runs `work` unless its last run is still going on. The check is synchronous: of two submit events in one
 * task, both before React renders, only the first counts.
 * @param work reports its own failures; its rejection ends the run and goes no further
 * @returns how to run it, and whether it is running
 */
export function useInFlight<Args extends unknown[]>(
  work: (...args: Args) => unknown,
): [run: (...args: Args) => Promise<void>, busy: boolean] {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  async function run(...args: Args): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work(...args)
    } catch {
      // Reported by `work`.
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [run, busy]
}
