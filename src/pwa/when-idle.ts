/**
 * Calls `work` once the browser is idle, or after `limitMs`: on a busy phone, frames that are always late leave no idle time.
 * Safari has no idle callbacks.
 */
export function whenIdle(work: () => void, limitMs = 3_000): void {
  const request: typeof requestIdleCallback | undefined = globalThis.requestIdleCallback
  if (request) request(() => work(), { timeout: limitMs })
  else setTimeout(work, Math.min(limitMs, 500))
}
