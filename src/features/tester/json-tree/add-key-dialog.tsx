import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './dialogs.module.css'
import { isBadKey } from './edit-value.ts'

type Props = {
  /** The object that the key is added to, and what it is called. */
  container: unknown
  name: string
  onAdd: (key: string) => void
  onClose: () => void
}

/** Asks for the name of a new key; an empty or existing one is a "Validation Error" (spec §5). */
export function AddKeyDialog({ container, name, onAdd, onClose }: Props) {
  const [key, setKey] = useState('')
  const [refused, setRefused] = useState(false)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isBadKey(container, key)) setRefused(true)
    else onAdd(key)
  }

  return (
    <Dialog title={`Add a key to ${name}`} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label="Key name"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={refused}
          value={key}
          onChange={(event) => {
            setKey(event.target.value)
            setRefused(false)
          }}
        />
        <p role="alert" className={styles.error}>
          {refused && 'Validation Error'}
        </p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Add key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
