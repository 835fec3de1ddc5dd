import { useState } from 'react'
import type { Toggled } from './expansion.ts'

/** One change, with what is needed to take it back. */
export type Step = { before: unknown; after: unknown; toggled: Toggled; id: string }

const KEPT_STEPS = 100

/** The changes made here, newest last. A value that came from elsewhere since cannot be undone. */
export function useHistory(value: unknown) {
  const [steps, setSteps] = useState<Step[]>([])
  const last = steps.at(-1)
  return {
    last: last && Object.is(last.after, value) ? last : undefined,
    push: (step: Step) => setSteps([...steps, step].slice(-KEPT_STEPS)),
    pop: () => setSteps(steps.slice(0, -1)),
  }
}
