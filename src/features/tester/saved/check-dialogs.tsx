import { Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { isolatedName } from '../../../contract/direction.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { type Path, pathText } from '../json-editor/json-path.ts'
import shared from '../tester.module.css'
import {
  CHECK_KINDS,
  type Check,
  type CheckKind,
  describeCheck,
  JSON_TYPES,
  parseCheck,
  suggestValue,
} from './checks.ts'
import styles from './saved.module.css'

const KINDS = CHECK_KINDS.map((kind) => ({ value: kind, label: kind }))
const TYPES = JSON_TYPES.map((type) => ({ value: type, label: type }))
const LABELS = {
  equals: 'Expected value, as JSON',
  matches: 'Regular expression',
  length: 'Length of the text, array or object',
}

type CheckDialogProps = {
  path: Path
  /** The value in the reply that is shown. */
  actual: unknown
  onCheck: (check: Check) => void
  onClose: () => void
}

/** Makes an expectation of a value of the reply (R14.25). */
export function CheckDialog({ path, actual, onCheck, onClose }: CheckDialogProps) {
  const [kind, setKind] = useState<CheckKind>('equals')
  const [text, setText] = useState(() => suggestValue('equals', actual))
  const [error, setError] = useState<string>()

  function choose(value: string) {
    setKind(value as CheckKind)
    setText(suggestValue(value as CheckKind, actual))
    setError(undefined)
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    const check = parseCheck(path, kind, text)
    if (typeof check === 'string') return setError(check)
    onClose()
    onCheck(check)
  }
  return (
    <Dialog title="Expect this" onClose={onClose}>
      <form className={shared.stack} onSubmit={submit} noValidate>
        <p>
          <code>{pathText(path, 'reply')}</code>
        </p>
        <SelectField label="Check" options={KINDS} value={kind} onValue={choose} />
        {kind === 'type' && (
          <SelectField label="Type" options={TYPES} value={text} onValue={setText} error={error} />
        )}
        {kind in LABELS && (
          <TextField
            label={LABELS[kind as keyof typeof LABELS]}
            error={error}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setError(undefined)
            }}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Add check
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ChecksDialogProps = {
  name: string
  checks: readonly Check[]
  onRemove: (index: number) => void
  onClose: () => void
}

/** Lists the checks of a saved request, each with a button that removes it. */
export function ChecksDialog({ name, checks, onRemove, onClose }: ChecksDialogProps) {
  return (
    <Dialog title={`Checks of ${isolatedName(name)}`} onClose={onClose}>
      <p className={shared.quiet}>
        {checks.length === 0 && 'There are none. '}
        “Expect this” on a line of the response adds one. Without a check of the status, a status
        from 400 counts as failed.
      </p>
      <ul>
        {checks.map((check, index) => (
          <li key={JSON.stringify(check)} className={styles.check}>
            <span>{describeCheck(check)}</span>
            <IconButton
              label={`Remove the check ${describeCheck(check)}`}
              onClick={() => onRemove(index)}
            >
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
