import { messageSW } from 'workbox-window'
import { ownController } from './register.ts'
import type { SyncCalls, WorkerCalls } from './worker-messages.ts'

/** A broken worker does not reply. On a slow network, KEEP_ALL can take this long. */
const LIMIT_MS = 300_000

type Arguments<Type> = Type extends keyof SyncCalls ? SyncCalls[Type] : unknown
type Reply<Type extends keyof WorkerCalls> = { answer: WorkerCalls[Type]; error?: string }

/**
 * Send a message to the worker that controls this page, and wait for its reply.
 * @throws when there is no worker, or it fails
 */
export async function askWorker<Type extends keyof WorkerCalls>(
  type: Type,
  ...[given]: unknown extends Arguments<Type> ? [] : [Arguments<Type>]
): Promise<WorkerCalls[Type]> {
  const worker = ownController()
  if (!worker) throw new Error('No worker controls this page')
  let timer: number | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = window.setTimeout(reject, LIMIT_MS, new Error(`The worker did not answer ${type}`))
  })
  const reply: Promise<Reply<Type>> = messageSW(worker, { type, ...(given as object) })
  const { answer, error } = await Promise.race([reply, timeout]).finally(() => clearTimeout(timer))
  if (error !== undefined) throw new Error(error)
  return answer
}
