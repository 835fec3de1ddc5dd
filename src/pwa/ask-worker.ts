import type { WorkerCalls } from './worker-messages.ts'

/** The worker says nothing when it is broken; a slow network takes this long to keep the rest. */
const LIMIT_MS = 300_000

type Reply<Type extends keyof WorkerCalls> = { answer: WorkerCalls[Type]; error?: string }

/**
 * Ask the worker that controls this page, and give its answer.
 * @throws when there is none, or it fails
 */
export async function askWorker<Type extends keyof WorkerCalls>(
  type: Type,
): Promise<WorkerCalls[Type]> {
  const worker = navigator.serviceWorker?.controller
  if (!worker) throw new Error('No worker controls this page')
  const { port1, port2 } = new MessageChannel()
  const { answer, error } = await new Promise<Reply<Type>>((resolve, reject) => {
    port1.onmessage = ({ data }) => resolve(data)
    setTimeout(reject, LIMIT_MS, new Error(`The worker did not answer ${type}`))
    worker.postMessage({ type }, [port2])
  }).finally(() => port1.close())
  if (error !== undefined) throw new Error(error)
  return answer
}
