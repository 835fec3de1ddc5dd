import { useId, useState } from 'react'
import type { LabPhone } from '../../../sync/lab/messages.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/count.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { formatClock } from './format.ts'
import styles from './lab.module.css'
import { PhoneRows } from './phone-rows.tsx'
import type { OnPhoneStep } from './use-lab.ts'

type Props = { phone: LabPhone; onStep: OnPhoneStep }
/** The number of another phone, and its title. */
type Other = { value: string; label: string }
type CardProps = Props & {
  others: readonly Other[]
  /** The number of writes in the club's log. */
  writes: number
}

/** What one phone has, and everything that its member and its line can do. */
export function PhoneCard({ phone, others, writes, onStep }: CardProps) {
  const { title, differences, message, problem, posts } = phone
  const id = useId()
  const [text, setText] = useState('')
  // A step removes rows and messages, with their buttons.
  const keptFocus = useKeptFocus()

  /** The text is optional: without one, the Lab makes one up. */
  function takeText(): string | undefined {
    setText('')
    return text.trim() || undefined
  }

  return (
    <section className={styles.machine} aria-labelledby={id}>
      <div className={styles.contents} {...keptFocus}>
        <h2 id={id}>{title}</h2>
        <p className={styles.state} data-tone={differences === 0 ? 'good' : 'warn'}>
          {differences === 0
            ? 'Equal to the club'
            : `Differs from the club in ${count(differences, 'entry', 'entries')}`}
        </p>
        <p className={styles.quiet}>
          {formatClock(phone.now)}
          <br />
          Has read {phone.writesRead} of {count(writes, 'write')} in the log (cursor {phone.cursor})
        </p>
        <LineFields phone={phone} onStep={onStep} />
        {message ? (
          <Message message={message} onStep={onStep} />
        ) : (
          <div className={styles.buttons}>
            <Button variant="outline" onClick={() => onStep({ do: 'sync' })}>
              Synchronize
            </Button>
            <Button onClick={() => onStep({ do: 'begin' })}>Step by step</Button>
          </div>
        )}
        {problem && <p className={styles.problem}>Last sync: {problem}</p>}
        <h3>Pending writes</h3>
        <Pending phone={phone} onStep={onStep} />
        {others.length > 0 && <HandOver phone={phone} others={others} onStep={onStep} />}
        <h3>Posts</h3>
        <form
          className={styles.compose}
          onSubmit={(event) => {
            event.preventDefault()
            onStep({ do: 'act', action: 'post', post: 0, comment: 0, text: takeText() })
          }}
        >
          <TextField
            label="Text"
            hideLabel
            placeholder="Text (optional)"
            maxLength={MAX_TEXT}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit">Post</Button>
        </form>
        <PhoneRows posts={posts} title={title} takeText={takeText} onStep={onStep} />
      </div>
    </section>
  )
}

/** A link holds no longer ones (`sync/lab/run-link.ts`). */
const MAX_TEXT = 500

const LINES: { value: LabPhone['line'] & string; label: string }[] = [
  { value: 'up', label: 'Works' },
  { value: 'down', label: 'No network' },
  { value: 'losesRequests', label: 'Loses the next request' },
  { value: 'losesReplies', label: 'Loses the next reply' },
  { value: 'sendsTwice', label: 'Repeats the next request' },
  { value: 'html', label: 'Wi-Fi with a log-in page' },
]
/** The faults that happen once. */
const ONCE = ['losesRequests', 'losesReplies', 'sendsTwice']

const HOUR_MS = 3_600_000
const CLOCKS = [
  { value: '0', label: 'Right' },
  { value: `${HOUR_MS}`, label: 'An hour ahead' },
  { value: `${24 * HOUR_MS}`, label: 'A day ahead' },
  { value: `${-HOUR_MS}`, label: 'An hour behind' },
  { value: `${-24 * HOUR_MS}`, label: 'A day behind' },
]

/** Of a clock that a link has set. */
function labelOf(ahead: number): string {
  return `${Math.abs(ahead) / HOUR_MS} hours ${ahead > 0 ? 'ahead' : 'behind'}`
}

function LineFields({ phone: { line, ahead }, onStep }: Props) {
  const lines: { value: string; label: string }[] = LINES.some(({ value }) => value === line)
    ? LINES
    : [...LINES, { value: String(line), label: `Fails: ${line}` }]
  const clocks = CLOCKS.some(({ value }) => value === String(ahead))
    ? CLOCKS
    : [...CLOCKS, { value: String(ahead), label: labelOf(ahead) }]
  return (
    <div className={styles.fields}>
      <SelectField
        label="Line"
        options={lines}
        value={String(line)}
        onValue={(value) => {
          const chosen = LINES.find((one) => one.value === value)?.value ?? line
          onStep({ do: 'line', line: chosen, after: 0, times: ONCE.includes(value) ? 1 : 0 })
        }}
      />
      <SelectField
        label="Clock"
        options={clocks}
        value={String(ahead)}
        onValue={(value) => onStep({ do: 'clock', ms: Number(value) })}
      />
    </div>
  )
}

/** Codes or a file: neither phone needs a line for it. */
function HandOver({ phone, others, onStep }: Props & Pick<CardProps, 'others'>) {
  const [to, setTo] = useState(others[0]?.value ?? '')
  return (
    <div>
      <div className={styles.handOver}>
        <SelectField label="Hand over to" options={[...others]} value={to} onValue={setTo} />
        <Button onClick={() => onStep({ do: 'give', to: Number(to) })}>Hand over</Button>
      </div>
      <p role="status" className={styles.given}>
        {phone.given}
      </p>
    </div>
  )
}

type MessageProps = { message: NonNullable<LabPhone['message']>; onStep: OnPhoneStep }

function Message({ message: { from, text }, onStep }: MessageProps) {
  return (
    <fieldset className={styles.message} aria-label="Message on its way">
      <p>
        <strong>{from === 'phone' ? 'To the club' : 'From the club'}</strong>: {text}
      </p>
      <div className={styles.buttons}>
        <Button variant="outline" onClick={() => onStep({ do: 'fate', fate: 'deliver' })}>
          It arrives
        </Button>
        <Button onClick={() => onStep({ do: 'fate', fate: 'lose' })}>It is lost</Button>
        {from === 'phone' && (
          <Button onClick={() => onStep({ do: 'fate', fate: 'twice' })}>It arrives twice</Button>
        )}
      </div>
    </fieldset>
  )
}

function Pending({ phone: { pending, carried }, onStep }: Props) {
  if (pending.length + carried.length === 0)
    return <p className={styles.quiet}>None: the club has everything.</p>
  return (
    <ul className={styles.rows} aria-label="Pending writes">
      {pending.map(({ name, text, state, error }, write) => (
        <li key={name} className={styles.row}>
          <p>{text}</p>
          <p className={styles.mark} data-tone={error ? 'bad' : 'warn'}>
            {error ? `Refused: ${error}` : state}
          </p>
          {(error || state === 'never sent') && (
            <div className={styles.buttons}>
              {error && <Button onClick={() => onStep({ do: 'retry', write })}>Try again</Button>}
              <Button onClick={() => onStep({ do: 'discard', write })}>Discard</Button>
            </div>
          )}
          {state === 'waits for a log-in' && (
            <Button onClick={() => onStep({ do: 'logIn' })}>Log in again</Button>
          )}
        </li>
      ))}
      {carried.map(({ name, text, author }) => (
        <li key={name} className={styles.row}>
          <p>{text}</p>
          <p className={styles.mark} data-tone="warn">
            of {author}, by courier
          </p>
        </li>
      ))}
    </ul>
  )
}
