import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { changeSettings } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Exchange } from '../response/exchange.ts'
import { overrideOf, withOverride } from './rules.ts'

/** Adds an override to the mock that serves the shown response, including its edits, for its route. */
export function ServeResponse({ exchange }: { exchange?: Exchange }) {
  const [isOpen, setIsOpen] = useState(false)
  const change = useMutation(changeSettings)
  const override = exchange && overrideOf(exchange)
  if (!override) return null
  const { method, path, status } = override

  const serve = (limit: { times?: number }) =>
    change.mutate((settings) => withOverride(settings, { ...override, ...limit }), {
      onSuccess: () => toast('success', `${method} ${path} now answers this`),
      onSettled: () => setIsOpen(false),
    })

  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Use as response</Button>
      {isOpen && (
        <Dialog title="Use as response" onClose={() => setIsOpen(false)}>
          <p>
            {method} {path} will answer with status {status} and the data as they are shown.
          </p>
          <DialogActions>
            <Button onClick={() => setIsOpen(false)}>Cancel</Button>
            <Button busy={change.isPending} onClick={() => serve({ times: 1 })}>
              Once
            </Button>
            <Button variant="primary" busy={change.isPending} onClick={() => serve({})}>
              Until cleared
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
