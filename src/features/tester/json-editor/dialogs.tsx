import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextArea, TextField } from '../../../ui/field.tsx'
import shared from '../tester.module.css'
import type { EditorState } from './editor-state.ts'
import { isValidKey } from './json-path.ts'
import { actionsOf, type Row, rowValue } from './rows.ts'
import { type EditorView, extrasOf } from './use-editor.ts'
import { actionText, jsonText, rowName } from './value-text.ts'

type Options = Pick<EditorView, 'extras' | 'run'>
type DialogProps = Options & { row: Row; name: string; onClose: () => void }

/** The open dialog of an editor, if any. */
export function EditorDialog({ state, extras, run }: Options & { state: EditorState }) {
  const row = state.dialog && state.tree.rows.get(state.dialog.id)
  if (!state.dialog || !row) return null
  const Content = { actions: ActionsDialog, 'add-key': AddKeyDialog, copy: CopyDialog }[
    state.dialog.type
  ]
  return (
    <Content
      row={row}
      name={rowName(row, state.label)}
      extras={extras}
      run={run}
      onClose={() => run({ type: 'close-dialog' })}
    />
  )
}

/** The actions of a row, for touch screens. */
function ActionsDialog({ row, name, extras, run, onClose }: DialogProps) {
  return (
    <Dialog title={name} onClose={onClose}>
      <div className={shared.stack}>
        {actionsOf(row).map((action) => (
          <Button
            key={action}
            variant={action === 'remove' ? 'danger' : 'plain'}
            onClick={() => {
              onClose()
              run({ type: action, id: row.id })
            }}
          >
            {actionText(action, row)}
          </Button>
        ))}
        {extrasOf(extras, row).map(({ label, run }) => (
          <Button
            key={label}
            onClick={() => {
              onClose()
              run(row.path, row.value)
            }}
          >
            {label}
          </Button>
        ))}
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}

/** Asks for the name of a new key, which must be neither empty nor taken. */
function AddKeyDialog({ row, name, run, onClose }: DialogProps) {
  const [key, setKey] = useState('')
  const [invalid, setInvalid] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isValidKey(row.value, key)) run({ type: 'add-key', key })
    else setInvalid(true)
  }

  return (
    <Dialog title={`Add a key to ${name}`} onClose={onClose}>
      <form className={shared.stack} onSubmit={submit}>
        <TextField
          label="Key name"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={invalid}
          value={key}
          onChange={(event) => {
            setKey(event.target.value)
            setInvalid(false)
          }}
        />
        <p role="alert" className={shared.error}>
          {invalid && 'Validation Error'}
        </p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Add key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** Shows the text to copy, selected, where the browser denies access to the clipboard. */
function CopyDialog({ row, onClose }: DialogProps) {
  return (
    <Dialog title="Copy manually" onClose={onClose}>
      <p>The browser denies this page access to the clipboard. Copy the selected text from here.</p>
      <TextArea
        label="Text to copy"
        dir="ltr"
        hideLabel
        rows={8}
        readOnly
        autoFocus
        value={jsonText(rowValue(row))}
        onFocus={(event) => event.target.select()}
      />
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}
