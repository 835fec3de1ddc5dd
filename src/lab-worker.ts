/**
 * The dedicated worker of the Lab (docs/sync.md#the-lab): a thread of its own, whose clock is that of the run. It sends
 * no requests: club and phones are in its memory.
 */

import { type Lab, openLab } from '../sync/lab/lab.ts'
import type { LabOrder, LabReply, LabStep } from '../sync/lab/messages.ts'
import { randomSteps } from '../sync/lab/random-steps.ts'
import { decodeRun, type LabRun, NEW_RUN, RunLinkError } from '../sync/lab/run-link.ts'

let run: LabRun = NEW_RUN
let lab: Lab | undefined

async function replay(next: LabRun): Promise<void> {
  lab?.end()
  run = { ...next, steps: [] }
  lab = await openLab(run)
  await play(next.steps)
}

async function play(steps: readonly LabStep[]): Promise<void> {
  for (const step of steps) {
    await lab?.play(step)
    run = { ...run, steps: [...run.steps, step] }
  }
}

async function obey(order: LabOrder): Promise<LabReply> {
  if ('open' in order) await replay(decodeRun(order.open))
  if ('step' in order) await play([order.step])
  if ('random' in order)
    await play(randomSteps(run.seed, run.steps.length, order.random, run.phones.length))
  if ('undo' in order) await replay({ ...run, steps: run.steps.slice(0, -1) })
  const state = await lab?.state()
  return { state: state && { ...state, checks: 'check' in order ? await lab?.check() : undefined } }
}

/** One order after the other. */
let last: Promise<void> = Promise.resolve()

addEventListener('message', ({ data }: MessageEvent<LabOrder>) => {
  last = last.then(async () => {
    const reply = await obey(data).catch((error: unknown): LabReply => {
      if (error instanceof RunLinkError) return { problem: error.message }
      console.error(error)
      return { problem: `The Lab failed: ${String(error)}` }
    })
    postMessage(reply)
  })
})
