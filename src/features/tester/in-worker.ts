import type { Order, Tasks } from './answer-tasks.ts'

/** A task was stopped, because it took too long or failed. */
class TaskError extends Error {}

const LOADING_MS = 30_000

/**
 * Reads a text of somebody else beside the page, and stops after `seconds` (R14.35).
 * @throws TaskError with a sentence to show
 */
export function inWorker<Name extends keyof Tasks>(
  task: Name,
  input: Parameters<Tasks[Name]>[0],
  seconds: number,
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  // The build finds a worker by this form.
  const worker = task.startsWith('read')
    ? new Worker(new URL('./formats/reader-worker.ts', import.meta.url), { type: 'module' })
    : new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' })
  let timer: ReturnType<typeof setTimeout>
  let isLoaded = false
  return new Promise<Awaited<ReturnType<Tasks[Name]>>>((resolve, reject) => {
    const stop = () => reject(new TaskError(`This took longer than ${seconds} s, and was stopped.`))
    timer = setTimeout(stop, LOADING_MS + seconds * 1000)
    worker.onmessage = ({ data }) => {
      if (data !== 'ready') return resolve(data.result)
      // The time that the worker takes to load is not that of the task.
      isLoaded = true
      clearTimeout(timer)
      timer = setTimeout(stop, seconds * 1000)
    }
    worker.onerror = () =>
      reject(
        new TaskError(
          isLoaded
            ? 'This text cannot be read.'
            : 'The reader could not be loaded. It needs a network.',
        ),
      )
    worker.postMessage({ task, input } satisfies Order)
  }).finally(() => {
    clearTimeout(timer)
    worker.terminate()
  })
}
