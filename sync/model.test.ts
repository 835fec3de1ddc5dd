import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { PROBLEMS } from './lab/describe.ts'
import { openLab } from './lab/lab.ts'
import { LINES, type Line } from './lab/lines.ts'
import { type LabCheck, type LabStep, labActions } from './lab/messages.ts'
import { type LabRun, linkOf } from './lab/run-link.ts'

/*
 * Random writes on several devices of a club, with everything that can happen to them on the way: lines that fail or
 * answer in the club's place, clocks that jump, stopped workers and servers, restored backups, refusals. They are played in the Lab, so a run
 * that fails can be opened there.
 */

/** Two of one user. */
const PHONES = ['mira', 'mira', 'juno', 'tove']
const RUNS = Number(process.env.SYNC_RUNS ?? 120)
const LIMIT_MS = 60_000 + RUNS * 1_000

const HOUR_MS = 3_600_000

const SETTLE = { do: 'settle' } as const

const on = fc.nat(PHONES.length - 1)
const steps: fc.Arbitrary<LabStep[]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        do: fc.constant('act' as const),
        on,
        action: fc.constantFrom('post' as const, ...labActions),
        post: fc.nat(9),
        comment: fc.nat(3),
      })
      .map((step) => [step]),
  },
  {
    weight: 4,
    arbitrary: fc
      .record({ on, line: fc.constantFrom<Line>('up', 'up', ...LINES), after: fc.nat(3) })
      .map(({ on, line, after }): LabStep[] => [
        { do: 'line', on, line, after, times: 0 },
        { do: 'sync', on },
      ]),
  },
  on.map((on): LabStep[] => [{ do: 'restart', on }]),
  fc.constant<LabStep[]>([{ do: 'restartClub' }]),
  fc.constant<LabStep[]>([{ do: 'restoreClub' }]),
  fc.constant<LabStep[]>([{ do: 'backUpClub' }]),
  {
    weight: 2,
    arbitrary: fc
      .tuple(on, fc.integer({ min: 1, max: PHONES.length - 1 }))
      .map(([on, next]): LabStep[] => [{ do: 'give', on, to: (on + next) % PHONES.length }]),
  },
  fc
    .tuple(on, fc.nat(3), fc.constantFrom('discard' as const, 'retry' as const))
    .map(([on, write, change]): LabStep[] => [{ do: change, on, write }]),
  fc
    .tuple(on, fc.integer({ min: -2, max: 2 }))
    .map(([on, hours]): LabStep[] => [{ do: 'clock', on, ms: hours * HOUR_MS }]),
)

/** Runs that have found something. */
const examples: [isLarge: boolean, seed: number, parts: LabStep[][]][] = [
  // After the restore, the tablet copies the club, which has the post that it carries: it was shown twice.
  [
    true,
    0,
    [
      [{ do: 'act', on: 1, action: 'follow', post: 1, comment: 0 }],
      [{ do: 'restoreClub' }],
      [{ do: 'act', on: 0, action: 'post', post: 0, comment: 0 }],
      [{ do: 'give', on: 0, to: 1 }],
      [{ do: 'act', on: 0, action: 'post', post: 0, comment: 0 }],
    ],
  ],
  // After a restore, a phone sends what waits, and the reply has no changes: the copy has the follow of a courier, which was counted twice …
  [
    false,
    0,
    [
      [{ do: 'act', on: 2, action: 'follow', post: 0, comment: 0 }],
      [{ do: 'act', on: 0, action: 'post', post: 0, comment: 0 }],
      [{ do: 'sync', on: 0 }],
      [{ do: 'restoreClub' }],
      [{ do: 'give', on: 2, to: 0 }],
    ],
  ],
  // … and the edit of a post, which got a later time than the club's.
  [
    false,
    0,
    [
      [{ do: 'act', on: 2, action: 'post', post: 0, comment: 0 }],
      [{ do: 'sync', on: 2 }],
      [{ do: 'act', on: 2, action: 'post', post: 0, comment: 0 }],
      [{ do: 'restoreClub' }],
      [{ do: 'act', on: 2, action: 'edit', post: 0, comment: 0 }],
      [{ do: 'act', on: 0, action: 'post', post: 0, comment: 0 }],
      [{ do: 'sync', on: 0 }],
    ],
  ],
]

/** @param isOver whether the test has ended, because a machine was too busy: then the clock must be the real one again */
async function play(run: LabRun, isOver: () => boolean): Promise<void> {
  const lab = await openLab(run)
  try {
    for (const step of run.steps) {
      await lab.play(step)
      if (isOver()) return
    }
    expect(failuresOf(await lab.check(false))).toEqual([])
    const { steps } = await lab.state()
    const results = steps.map(({ result }) => result)
    expect(results).not.toContain(PROBLEMS.device)
    expect(results.at(-1)).toMatch(/^At rest/)
    await lab.discardRefused()
    expect(failuresOf(await lab.check())).toEqual([])
  } finally {
    lab.end()
  }
}

const failuresOf = (checks: readonly LabCheck[]) => checks.flatMap(({ failures }) => failures)

it(
  'replicas and club are equal in the end, and every write is there once or reported',
  async () => {
    let isOver = false
    onTestFinished(() => {
      isOver = true
    })
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.nat(999),
        fc.array(steps, { minLength: 5, maxLength: 40 }),
        async (isLarge, seed, parts) => {
          const run = { seed, phones: PHONES, isLarge, steps: [...parts.flat(), SETTLE] }
          if (isOver) return
          await play(run, () => isOver).catch((cause: Error) => {
            throw new Error(`${cause.message}\nThis run in the Lab: ${linkOf(run)}`, { cause })
          })
        },
      ),
      // A busy machine plays fewer runs, and a failure is printed as far as it was made shorter.
      { numRuns: RUNS, interruptAfterTimeLimit: LIMIT_MS * 0.8, examples },
    )
  },
  LIMIT_MS,
)
