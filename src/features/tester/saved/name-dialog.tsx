import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import shared from '../tester.module.css'
import { slugOf } from './names.ts'
import { nameProblem, savedQuery } from './saved.ts'

type Props = {
  title: string
  action: string
  initial: string
  /** The id of the request that is renamed. Without one, a request of the same name is replaced. */
  own?: string
  onName: (name: string) => void
  onClose: () => void
}

/** Asks for the name of a saved request, which references use. */
export function NameDialog({ title, action, initial, own, onName, onClose }: Props) {
  const { data: list = [] } = useQuery(savedQuery)
  const [name, setName] = useState(initial)
  const [error, setError] = useState<string>()
  const slug = slugOf(name)
  const replaced = own ? undefined : list.find((one) => slugOf(one.name) === slug)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const problem = nameProblem(name, list, own ?? replaced?.id)
    if (problem) return setError(problem)
    onClose()
    onName(name)
  }
  const hint = replaced
    ? `Replaces the saved request of this name. Its checks stay.`
    : slug && `Later requests use its reply as {{${slug}.…}}.`
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={shared.stack} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          hint={hint}
          error={error}
          autoComplete="off"
          autoFocus
          value={name}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value)
            setError(undefined)
          }}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {replaced ? 'Replace' : action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
