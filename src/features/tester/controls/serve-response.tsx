import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { changeSettings } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import type { Exchange } from '../response/exchange.ts'
import { overrideOf, withOverride } from './mock-rules.ts'

/** Has the mock serve the response that is shown, edited or not, for its route. */
export function ServeResponse({ exchange }: { exchange?: Exchange }) {
  const [asking, setAsking] = useState(false)
  const change = useMutation(changeSettings)
  const served = exchange && overrideOf(exchange)
  if (!served) return null
  const { method, path, status } = served

  const serve = (limit: { times?: number }) =>
    change.mutate((settings) => withOverride(settings, { ...served, ...limit }), {
      onSuccess: () => toast('success', `${method} ${path} now answers this`),
      onSettled: () => setAsking(false),
    })

  return (
    <>
      <Button onClick={() => setAsking(true)}>Use as response</Button>
      {asking && (
        <Dialog title="Use as response" onClose={() => setAsking(false)}>
          <p>
            {method} {path} will answer with status {status} and the data as they are shown.
          </p>
          <DialogActions>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button busy={change.isPending} onClick={() => serve({ times: 1 })}>
              Once
            </Button>
            <Button look="primary" busy={change.isPending} onClick={() => serve({})}>
              Until cleared
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  )
}
