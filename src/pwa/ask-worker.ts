import { messageSW } from 'workbox-window'
import type { WorkerCalls } from './worker-messages.ts'

/** A broken worker never replies; on a slow network, caching the rest of the files takes this long. */
const LIMIT_MS = 300_000

type Reply<Type extends keyof WorkerCalls> = { answer: WorkerCalls[Type]; error?: string }

/**
 * Send a message to the worker that controls this page and return its reply.
 * @throws if no worker controls the page, if the worker fails or does not reply
 */
export async function askWorker<Type extends keyof WorkerCalls>(
  type: Type,
): Promise<WorkerCalls[Type]> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) throw new Error('No worker controls this page')
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(reject, LIMIT_MS, new Error(`The worker did not answer ${type}`))
  })
  const reply: Promise<Reply<Type>> = messageSW(worker, { type })
  const { answer, error } = await Promise.race([reply, timeout])
  if (error !== undefined) throw new Error(error)
  return answer
}
