import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { isolatedName } from '../../../contract/direction.ts'
import { Button } from '../../../ui/button.tsx'
import { count } from '../../../ui/count.ts'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { copyAndSay } from '../copy-text.ts'
import { ExportDialog } from '../formats/export-dialog.tsx'
import { SAVED_FORMATS } from '../formats/formats.ts'
import { encodeSaved } from '../formats/own-file.ts'
import shared from '../tester.module.css'
import { useLink } from '../use-link.ts'
import { ChecksDialog } from './check-dialogs.tsx'
import { ImportSavedButton } from './import-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import {
  changeSaved,
  moved,
  type SavedRequest,
  sentRequests,
  withChecks,
  withCopy,
  withName,
  without,
} from './saved.ts'
import { type RowCommand, SavedRow } from './saved-row.tsx'
import { hasFailed, type useRuns } from './use-runs.ts'
import { Variables } from './variable-table.tsx'
import { openValues, variablesOf, variablesQuery } from './variables.ts'

type Props = {
  /** The username of the signed-in user, if any. */
  viewer?: string
  runs: ReturnType<typeof useRuns>
  onOpen: (saved: SavedRequest) => void
}

/** The saved requests in their order: opened, run one by one or all, and changed (R14.22). */
export function SavedList({ viewer, runs, onOpen }: Props) {
  const { list, outcomes, isRunning, run, runAll, stop } = runs
  const { mutate: change } = useMutation(changeSaved)
  const [stopsAtFailure, setStopsAtFailure] = useState(true)
  const [dialog, setDialog] = useState<{
    type: 'rename' | 'checks' | 'delete' | 'export'
    id?: string
  }>()
  const sent = useMemo(() => sentRequests(list), [list])
  const link = useLink()
  const closeDialog = () => setDialog(undefined)
  const { data: known = [] } = useQuery(variablesQuery)
  const variables = useMemo(() => variablesOf(list, known), [list, known])
  const context = {
    viewer,
    values: openValues(known),
  }
  const chosen = list.find(({ id }) => id === dialog?.id)
  const rows = useRef<HTMLOListElement>(null)
  const movedId = useRef<string>(undefined)

  // A browser takes the focus from an element that moves.
  useEffect(() => {
    if (!list.some(({ id }) => id === movedId.current)) return
    rows.current?.querySelector<HTMLElement>(`[data-saved="${movedId.current}"] button`)?.focus()
    movedId.current = undefined
  }, [list])

  const copyLink = () =>
    copyAndSay(
      encodeSaved(list).then((hash) => link({ hash })),
      'Link to the requests copied',
    )
  function obey(saved: SavedRequest, command: RowCommand) {
    const { id } = saved
    if (command === 'open') return onOpen(saved)
    if (command === 'run') return void run(id)
    if (command === 'copy') return change(withCopy(id))
    if (command !== 'earlier' && command !== 'later') return setDialog({ type: command, id })
    movedId.current = id
    change(moved(id, command === 'earlier' ? -1 : 1))
  }
  return (
    <div className={shared.stack}>
      <div className={shared.facts}>
        {list.length > 0 && (
          <Button variant="primary" busy={isRunning} onClick={() => runAll(stopsAtFailure)}>
            Run all
          </Button>
        )}
        {/* Not in the place of "Run all", where the second click of a double click would press it. */}
        {isRunning && <Button onClick={stop}>Stop</Button>}
        {list.length > 0 && (
          <>
            <Button onClick={() => setDialog({ type: 'export' })}>Export</Button>
            <Button onClick={copyLink}>Copy link</Button>
          </>
        )}
        <ImportSavedButton />
      </div>
      {/* One part: an empty summary leaves no gap. */}
      <div>
        {list.length === 0 ? (
          <p className={shared.empty}>No requests saved yet. “Save” above the form keeps one.</p>
        ) : (
          <label className={shared.check}>
            <input
              type="checkbox"
              checked={stopsAtFailure}
              onChange={(event) => setStopsAtFailure(event.target.checked)}
            />
            <span>Stop at the first failure</span>
          </label>
        )}
        <p role="status" aria-label="Run" className={shared.quiet}>
          {describeRun(runs)}
        </p>
      </div>
      <Variables variables={variables} />
      <ol ref={rows} aria-label="Saved requests">
        {list.map((saved) => (
          <SavedRow
            key={saved.id}
            saved={saved}
            outcome={outcomes.get(saved.id)}
            note={sent.get(saved.id)?.note}
            onCommand={(command) => obey(saved, command)}
          />
        ))}
      </ol>
      {dialog?.type === 'export' && (
        <ExportDialog
          title="Export saved requests"
          formats={SAVED_FORMATS}
          recorded={list}
          context={context}
          onClose={closeDialog}
        >
          {(leftOut) => (
            <p>
              {leftOut > 0 && `${list.length - leftOut} of `}
              {count(list.length, 'request')} in this order, without your tokens and passwords.
              Values of earlier replies are variables.
            </p>
          )}
        </ExportDialog>
      )}
      {chosen && dialog?.type === 'rename' && (
        <NameDialog
          title={`Rename ${isolatedName(chosen.name)}`}
          action="Rename"
          initial={chosen.name}
          own={chosen.id}
          onName={(name) => change(withName(chosen.id, name))}
          onClose={closeDialog}
        />
      )}
      {chosen && dialog?.type === 'checks' && (
        <ChecksDialog
          name={chosen.name}
          checks={chosen.checks}
          onRemove={(index) =>
            change(withChecks(chosen.id, (checks) => checks.filter((_, at) => at !== index)))
          }
          onClose={closeDialog}
        />
      )}
      {chosen && dialog?.type === 'delete' && (
        <ConfirmDialog
          title={`Delete ${isolatedName(chosen.name)}`}
          text="The saved request and its checks are deleted. References to it will miss a value."
          action="Delete"
          onConfirm={() => {
            change(without(chosen.id))
            closeDialog()
          }}
          onClose={closeDialog}
        />
      )}
    </div>
  )
}

/** Of the requests that failed, as many as fit into a line. */
const MAX_NAMES = 3

/** "3 of 8 requests passed, 4 not run, 1 failed: Sign up" */
function describeRun({ list, outcomes, isRunning }: Props['runs']): string {
  const ran = list.flatMap(({ id, name }) => {
    const outcome = outcomes.get(id)
    return outcome && !outcome.isAdopted ? { name, failed: hasFailed(outcome) } : []
  })
  if (ran.length === 0) return isRunning ? 'Running…' : ''
  const failed = ran.filter((one) => one.failed)
  const left = list.length - ran.length
  const parts = [`${ran.length - failed.length} of ${count(list.length, 'request')} passed`]
  if (left && !isRunning) parts.push(`${left} not run`)
  if (failed.length > 0) {
    const names = failed.slice(0, MAX_NAMES).map(({ name }) => name)
    const more = failed.length > MAX_NAMES ? ', …' : ''
    parts.push(`${failed.length} failed: ${names.join(', ')}${more}`)
  }
  return (isRunning ? 'Running… ' : '') + parts.join(', ')
}
