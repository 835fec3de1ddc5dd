import { useState } from 'react'
import type { LabState } from '../../../sync/lab/messages.ts'
import { Button } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/screen.tsx'
import { ClubCard } from './club-card.tsx'
import styles from './lab.module.css'
import { PhoneCard } from './phone-card.tsx'
import { RunPanel } from './run-panel.tsx'
import { useLab } from './use-lab.ts'

/** Runs to begin with: each stops before the step that shows the result. */
const examples: readonly { title: string; text: string; fragment: string }[] = [
  {
    title: 'Two edits of one post',
    text: 'Mira edits a post on her phone and on her tablet, both without a network. Run until quiet: the edit that reaches the club last stays, everywhere.',
    fragment:
      'seed=1&steps=0.post.0.0.Cold%20start,settle,0.line.down.0.0,1.line.down.0.0,0.edit.0.0.Cold%20start%20at%20dawn,1.edit.0.0.Cold%20start%20at%20noon',
  },
  {
    title: 'A reply is lost',
    text: 'The post of Mira has arrived, but her phone does not know it. Synchronize it again: the club recognizes the name of the write, so the post is there once.',
    fragment: 'seed=2&steps=0.post.0.0.Did%20you%20get%20this,0.line.losesReplies.0.1,0.sync',
  },
  {
    title: 'The club refuses a write',
    text: 'Juno comments on a post without a network, while Mira deletes it. Run until quiet: the comment disappears, and Juno’s phone lists why.',
    fragment:
      'seed=3&steps=0.post.0.0.Wheels%20for%20sale,settle,2.line.down.0.0,2.comment.0.0.I%20take%20them,0.delete.0.0,0.sync',
  },
  {
    title: 'From phone to phone',
    text: 'Mira has no network, and hands her post and her comment over to Juno, whose phone delivers them. Give Mira a network again, and run until quiet: nothing is there twice.',
    fragment:
      'seed=6&steps=0.line.down.0.0,0.post.0.0.No%20signal%20here,0.comment.0.0.Meet%20at%20noon,0.give.2,2.sync',
  },
  {
    title: 'A clock is wrong',
    text: 'The clock of Mira’s phone is a day behind. Her post still has its place between the others, because phones follow the club’s clock.',
    fragment:
      'seed=4&steps=2.post.0.0.First,settle,0.clock.-86400000,0.sync,0.post.0.0.Second,settle,wait.60000,2.post.0.0.Third,settle',
  },
  {
    title: 'One message at a time',
    text: 'Mira’s phone is about to send a post. Decide what happens to each message on its way: it arrives, is lost, or arrives twice.',
    fragment: 'seed=5&steps=0.post.0.0.Step%20by%20step,0.begin',
  },
]

/** A club and its phones on one screen (R14.28), to see how they synchronize. */
export function LabScreen() {
  return (
    <>
      <PageHeading title="Sync lab" />
      <div className={styles.stack}>
        <p className={styles.intro}>
          A club and three phones, in this page only. A phone does each write at once, keeps it as
          pending, and sends it when it synchronizes. Spoil lines and clocks, and see how all agree
          again. Your own data are not part of it.
        </p>
        {window.isSecureContext ? (
          <Machines />
        ) : (
          <p role="alert">The Lab needs https or localhost.</p>
        )}
      </div>
    </>
  )
}

function Machines() {
  const { state, problem, isBusy, send } = useLab()
  const example = examples.find(({ fragment }) => isContinued(fragment, state?.fragment))
  return (
    <>
      <Examples isOpen={!state || state.steps.length === 0} />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {state && (
        <>
          {example && (
            <p className={styles.example}>
              <strong>{example.title}.</strong> {example.text}
            </p>
          )}
          <RunPanel state={state} isBusy={isBusy} onOrder={send} />
          <div className={styles.machines}>
            {state.phones.map((phone, index) => (
              <PhoneCard
                key={phone.title}
                phone={phone}
                others={state.phones.flatMap(({ title }, other) =>
                  other === index ? [] : [{ value: String(other), label: title }],
                )}
                writes={state.club.log.length}
                onStep={(step) => send({ step: { on: index, ...step } })}
              />
            ))}
            <ClubCard club={state.club} onStep={(step) => send({ step })} />
          </div>
          <StepList steps={state.steps} onUndo={() => send({ undo: true })} />
        </>
      )}
    </>
  )
}

/** Whether a run begins with the steps of another. */
function isContinued(fragment: string, run = ''): boolean {
  return run === fragment || run.startsWith(`${fragment},`)
}

function Examples({ isOpen }: { isOpen: boolean }) {
  return (
    <details className={styles.section} open={isOpen}>
      <summary>
        <h2>Examples</h2>
      </summary>
      <ul className={styles.examples}>
        {examples.map(({ title, text, fragment }) => (
          <li key={title}>
            <a href={`#${fragment}`}>{title}</a>
            <p className={styles.quiet}>{text}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}

const SHOWN = 20

type Props = { steps: LabState['steps']; onUndo: () => void }

/** What has happened, the latest first. Undo replays the run without its last step. */
function StepList({ steps, onUndo }: Props) {
  const [showsAll, setShowsAll] = useState(false)
  const numbered = steps.map((step, index) => ({ ...step, number: index + 1 })).toReversed()
  const shown = showsAll ? numbered : numbered.slice(0, SHOWN)
  return (
    <section className={styles.section} aria-labelledby="lab-steps">
      <div className={styles.head}>
        <h2 id="lab-steps">Steps</h2>
        <Button aria-disabled={steps.length === 0 || undefined} onClick={onUndo}>
          Undo the last step
        </Button>
      </div>
      {steps.length === 0 && (
        <p className={styles.quiet}>
          None yet. Write a post on a phone, or open one of the examples.
        </p>
      )}
      <ol className={styles.log} reversed start={steps.length}>
        {shown.map(({ text, result, number }) => (
          <li key={number}>
            {text}
            {result && <span className={styles.quiet}> → {result}</span>}
          </li>
        ))}
      </ol>
      {shown.length < steps.length && (
        <div>
          <Button onClick={() => setShowsAll(true)}>Show all {steps.length}</Button>
        </div>
      )}
    </section>
  )
}
