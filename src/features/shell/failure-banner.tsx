import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { MockState } from '../../contract/controls.ts'
import { changeSettings, controlsQuery, withoutRules } from '../../data/controls.ts'
import { Button } from '../../ui/button.tsx'
import styles from './notices.module.css'

/** Interval of reading the rules while there are any: every request can use one up. Tests set and unset the time. */
const REFETCH_MS = 3000

/** Warns on every screen while the controls set the time, fail calls or override replies, with a button that ends this. */
export function FailureBanner() {
  const { data } = useQuery({
    ...controlsQuery,
    refetchInterval: ({ state }) => isChanged(state.data) && REFETCH_MS,
  })
  const end = useMutation(changeSettings)
  const { failures = [], overrides = [], now } = data?.settings ?? {}
  return (
    <div role="status">
      {isChanged(data) && (
        <div className={styles.banner}>
          <TriangleAlert size={20} aria-hidden="true" />
          <p>
            {failures.length + overrides.length > 0 && describe(failures.length, overrides.length)}
            {now && ` The time is set to ${now}.`}
          </p>
          <Button
            busy={end.isPending}
            onClick={() => end.mutate(() => ({ ...withoutRules(), now: null }))}
          >
            Turn off
          </Button>
        </div>
      )}
    </div>
  )
}

function isChanged(state: MockState | undefined): boolean {
  const { failures = [], overrides = [], now } = state?.settings ?? {}
  return failures.length + overrides.length > 0 || now !== undefined
}

function describe(failures: number, overrides: number): string {
  const parts = [
    failures > 0 && `${failures} simulated ${failures === 1 ? 'failure' : 'failures'}`,
    overrides > 0 && `${overrides} ${overrides === 1 ? 'override' : 'overrides'}`,
  ]
  return `${parts.filter(Boolean).join(' and ')} ${failures + overrides === 1 ? 'is' : 'are'} on.`
}
