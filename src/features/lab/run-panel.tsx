import { CircleCheck, CircleDashed, CircleX } from 'lucide-react'
import type { LabCheck, LabState } from '../../../sync/lab/messages.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { count } from '../../ui/count.ts'
import { toast } from '../../ui/toast.ts'
import { formatClock } from './format.ts'
import styles from './lab.module.css'
import type { SendOrder } from './use-lab.ts'

const RANDOM_STEPS = 10
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

type Props = { state: LabState; isBusy: boolean; onOrder: SendOrder }

/** The steps that concern all machines, and whether they agree. */
export function RunPanel({ state, isBusy, onOrder }: Props) {
  const wait = (ms: number) => onOrder({ step: { do: 'wait', ms } })
  return (
    <section className={styles.section} aria-label="Run" aria-busy={isBusy || undefined}>
      <p role="status" className={styles.status} data-tone={state.isQuiet ? 'good' : 'warn'}>
        {state.isQuiet ? (
          <CircleCheck size={20} aria-hidden="true" />
        ) : (
          <CircleDashed size={20} aria-hidden="true" />
        )}
        {summary(state)}
      </p>
      <p className={styles.quiet}>Club’s time: {formatClock(state.now)}</p>
      <div className={styles.buttons}>
        <Button variant="primary" onClick={() => onOrder({ step: { do: 'settle' } })}>
          Run until quiet
        </Button>
        <Button variant="outline" onClick={() => onOrder({ check: true })}>
          Check
        </Button>
        <Button onClick={() => onOrder({ random: RANDOM_STEPS })}>
          {RANDOM_STEPS} random steps
        </Button>
        <Button onClick={() => wait(MINUTE_MS)}>+ 1 minute</Button>
        <Button onClick={() => wait(DAY_MS)}>+ 1 day</Button>
        <Button onClick={() => onOrder({ open: `seed=${state.seed + 1}` })}>Start again</Button>
        <Button onClick={copyLink}>Copy link</Button>
      </div>
      <p className={styles.quiet}>
        “Run until quiet” repairs all lines and lets everybody synchronize until nothing changes.
        “Check” compares phones and club. The address of this page replays the run.
      </p>
      {state.checks && (
        <>
          <Checks checks={state.checks} isQuiet={state.isQuiet} />
          <p className={styles.quiet}>
            How often a phone tries is the only invariant that is missing: here you decide about it.
          </p>
        </>
      )}
    </section>
  )
}

async function copyLink(): Promise<void> {
  const isCopied = await copyText(location.href)
  if (isCopied) toast('success', 'Copied a link to this run')
  else toast('error', 'Could not copy')
}

function summary({ isQuiet, phones }: LabState): string {
  if (isQuiet) return 'Quiet: all phones equal the club, and nothing waits.'
  // One that was handed over waits on several phones.
  const waiting = new Set(
    phones.flatMap(({ pending, carried }) => [
      ...pending.flatMap(({ name, error }) => (error ? [] : name)),
      ...carried.map(({ name }) => name),
    ]),
  ).size
  const differing = phones.filter(({ differences }) => differences > 0).length
  return [
    `${count(differing, 'phone differs', 'phones differ')} from the club.`,
    `${count(waiting, 'write waits', 'writes wait')}.`,
  ].join(' ')
}

/** Until all phones are quiet, differences are normal. */
function Checks({ checks, isQuiet }: { checks: readonly LabCheck[]; isQuiet: boolean }) {
  const [failed, tone] = isQuiet ? ['Does not hold', 'bad'] : ['Not yet', undefined]
  return (
    <ul aria-label="Invariants" className={styles.checks}>
      {checks.map(({ number, text, failures }) => (
        <li key={number} data-tone={failures.length === 0 ? 'good' : tone}>
          {failures.length === 0 ? (
            <CircleCheck size={20} aria-hidden="true" />
          ) : isQuiet ? (
            <CircleX size={20} aria-hidden="true" />
          ) : (
            <CircleDashed size={20} aria-hidden="true" />
          )}
          <span>
            <strong>{failures.length === 0 ? 'Holds' : failed}:</strong> {text}.
            {failures.map((failure) => (
              <span key={failure} className={styles.failure}>
                {failure}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}
