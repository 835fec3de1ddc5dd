import { PageHeading } from '../../ui/screen.tsx'
import { ClubCard } from './club-card.tsx'
import { examples } from './examples.ts'
import styles from './lab.module.css'
import { PhoneCard } from './phone-card.tsx'
import { RunPanel } from './run-panel.tsx'
import { StepList } from './step-list.tsx'
import { useLab } from './use-lab.ts'

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
