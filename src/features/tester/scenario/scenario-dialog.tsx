import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { MockState } from '../../../contract/controls.ts'
import { viewerQuery } from '../../../data/auth.ts'
import { controlsQuery } from '../../../data/controls.ts'
import { openScenario } from '../../../data/open-scenario.ts'
import { errorText } from '../../../data/query-client.ts'
import { hasUnsent } from '../../../data/unsent.ts'
import { hasControls, isClub } from '../../../pwa/club.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { useInFlight } from '../../../ui/timing.ts'
import { ProblemDialog } from '../parts.tsx'
import { useFragment } from '../use-link.ts'
import {
  decodeScenario,
  describeCounts,
  describeData,
  describeSettings,
  SCENARIO,
  type Scenario,
} from './scenario.ts'

/** Shows what the scenario link in the address replaces, and replaces it once it is confirmed. */
export function ScenarioLink() {
  const [fragment, close] = useFragment(SCENARIO)
  if (fragment === undefined) return null
  return <ScenarioDialog key={fragment} fragment={fragment} onClose={close} />
}

function ScenarioDialog({ fragment, onClose }: { fragment: string; onClose: () => void }) {
  const { data: state } = useQuery({ ...controlsQuery, enabled: hasControls })
  const { data } = useQuery({
    queryKey: ['tester', 'scenario', fragment],
    queryFn: () =>
      decodeScenario(fragment).then(
        (scenario) => ({ scenario, problem: undefined }),
        (error: Error) => ({ scenario: undefined, problem: error.message }),
      ),
    gcTime: 0,
  })
  const { scenario, problem = problemOf(scenario, state) } = data ?? {}
  if (problem)
    return (
      <ProblemDialog
        title="This scenario can't be opened"
        text={problem}
        onClose={onClose}
        inAddress
      />
    )
  return scenario && state ? <Confirm {...{ scenario, state, onClose }} /> : null
}

function problemOf(scenario: Scenario | undefined, state: MockState | undefined) {
  if (!hasControls) return isClub ? 'This club has no controls.' : 'This app has no controls.'
  if (!scenario || !state || scenario.version === state.version) return undefined
  return `The link was made for version ${scenario.version} of the data. This app has version ${state.version}.`
}

type ConfirmProps = { scenario: Scenario; state: MockState; onClose: () => void }

function Confirm({ scenario, state, onClose }: ConfirmProps) {
  const client = useQueryClient()
  const { data: viewer } = useQuery(viewerQuery)
  const userId = viewer?._id ?? ''
  const { data: isUnsent } = useQuery({
    queryKey: ['tester', 'unsent', userId],
    queryFn: () => hasUnsent(client, userId),
    gcTime: 0,
  })
  const open = useMutation(openScenario)
  const [confirm, busy] = useInFlight(() => {
    const { version: _, ...body } = scenario
    return open.mutateAsync({ body, userId })
  })
  const isReady = useReady()
  return (
    <Dialog title="Replace everything with this scenario?" onClose={onClose} inAddress>
      <p>
        You opened a scenario link. {isClub ? 'For all members of this club' : 'On this device'}, it
        deletes {describeCounts(state.counts)}, and all settings of the mock. Save a snapshot first
        if you want them back.
        {isUnsent && <strong> Your unsent texts will be lost, too.</strong>}
      </p>
      <ul aria-label="Scenario">
        <li>Data: {describeData(scenario)}</li>
        {describeSettings(scenario).map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>
          {scenario.viewer ? `You will be logged in as ${scenario.viewer}` : 'Nobody is logged in'}
        </li>
      </ul>
      {open.error && <p role="alert">Nothing was changed: {errorText(open.error)}</p>}
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button variant="danger" busy={busy} disabled={!isReady} onClick={confirm}>
          Replace everything
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const READY_AFTER_MS = 600

/**
 * `false` for a moment after the dialog or its window has appeared. Otherwise a website could open a link under the
 * pointer between the clicks of a double click.
 */
function useReady(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    let timer: number | undefined
    function wait() {
      setReady(false)
      clearTimeout(timer)
      timer = window.setTimeout(() => setReady(true), READY_AFTER_MS)
    }
    wait()
    window.addEventListener('focus', wait)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', wait)
    }
  }, [])
  return isReady
}
