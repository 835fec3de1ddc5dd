import { createHmac, randomBytes } from 'node:crypto'
import { type Defect, defects } from '../../src/contract/defects.ts'
import { toHandle } from '../../src/contract/judged-run.ts'

/** What page and worker get, each with a salt of its own. */
export type Handles = { page: string; worker: string }

/** One run of the suite. */
export type Run = {
  /** Missing in a clean run. */
  planted?: Defect
  handles: Handles
  /** Of its data, if they are to differ from run to run. */
  seed: number
}

/** Bits beyond the list of defects, which plant nothing. */
const DECOYS = -1 << defects.length

/**
 * The runs of a suite in a random order: two for each defect, because a catch needs both, and clean ones among them. Whoever
 * does not know the secret can neither tell the order nor what a handle stands for.
 */
export function planRuns(chosen: readonly Defect[], secret: string): Run[] {
  const clean = Array.from({ length: countClean(chosen.length) }, () => undefined)
  return [...chosen, ...chosen, ...clean]
    .map((planted, index) => ({ planted, index, order: randomBits(secret, `order ${index}`) }))
    .sort((a, b) => a.order - b.order)
    .map(({ planted, index }) => ({
      planted,
      handles: handlesOf(planted ? [planted] : [], `${secret} ${index}`),
      seed: randomBits(secret, `data ${index}`) >>> 0,
    }))
}

/** A suite that fails in one run of five passes 11 clean ones with a probability of 9 %. */
function countClean(chosen: number): number {
  return Math.max(5, Math.ceil(chosen / 2))
}

export function handlesOf(
  planted: readonly Defect[],
  secret = randomBytes(32).toString('hex'),
): Handles {
  const mask = planted.reduce((bits, id) => bits | (1 << defects.indexOf(id)), 0)
  const handle = (name: string) => {
    const decoys = randomBits(secret, `decoys of the ${name}`) & DECOYS
    return toHandle(randomBits(secret, `salt of the ${name}`), decoys | mask)
  }
  return { page: handle('page'), worker: handle('worker') }
}

function randomBits(secret: string, name: string): number {
  return createHmac('sha256', secret).update(name).digest().readInt32BE()
}
