import { Dice } from '../../mocks/store/random.ts'
import { LINES } from './lines.ts'
import { type LabStep, labActions } from './messages.ts'

/** Below this number of ten, a step is a write. */
const WRITES = 6

/**
 * Random steps of a run, always the same for the same seed and place in it.
 * @param from the number of steps before
 */
export function randomSteps(seed: number, from: number, count: number, phones: number): LabStep[] {
  return Array.from({ length: count }, (_, index) => {
    const dice = new Dice(seed ^ Math.imul(from + index + 1, 0x85eb_ca6b))
    return randomStep(dice, dice.below(phones), phones)
  })
}

function randomStep(dice: Dice, on: number, phones: number): LabStep {
  const kind = dice.below(10)
  if (kind < WRITES) {
    const action = dice.oneOf(labActions)
    return { do: 'act', on, action, post: dice.below(4), comment: dice.below(2) }
  }
  switch (kind) {
    case 6:
      return { do: 'line', on, line: dice.oneOf(LINES), after: dice.below(3), times: 1 }
    case 7:
      return dice.below(3) === 0
        ? { do: 'clock', on, ms: (dice.below(5) - 2) * 3_600_000 }
        : { do: 'wait', ms: 60_000 * (1 + dice.below(59)) }
    case 8: {
      const to = (on + 1 + dice.below(phones - 1)) % phones
      return dice.below(2) === 0 && to !== on ? { do: 'give', on, to } : { do: 'sync', on }
    }
    default:
      return { do: 'sync', on }
  }
}
