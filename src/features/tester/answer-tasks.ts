import type { readFile, readText } from './formats/read.ts'
import type { matches } from './saved/checks.ts'

/** The tasks of all workers, by name. */
export type Tasks = {
  matches: typeof matches
  readText: typeof readText
  readFile: typeof readFile
}
export type Order = { task: string; input: unknown }

/** The other side of `inWorker`, in a worker: does the task that comes. */
export function answerTasks(tasks: Partial<Tasks>): void {
  const all = tasks as Record<string, (given: unknown) => unknown>
  addEventListener('message', async ({ data: { task, input } }: MessageEvent<Order>) => {
    postMessage({ result: await all[task]?.(input) })
  })
  postMessage('ready')
}
