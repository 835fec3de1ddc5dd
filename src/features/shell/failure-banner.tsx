import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { changeSettings, controlsQuery, withoutRules } from '../../data/controls.ts'
import { Button } from '../../ui/button.tsx'
import styles from './notices.module.css'

/** Interval of reading the rules while there are any: every request can use one up. */
const REFETCH_MS = 3000

/** Warns on every screen while the controls make calls fail or override replies, with a button that ends this. */
export function FailureBanner() {
  const { data } = useQuery({
    ...controlsQuery,
    refetchInterval: ({ state }) => countRules(state.data) > 0 && REFETCH_MS,
  })
  const end = useMutation(changeSettings)
  const { failures = [], overrides = [] } = data?.settings ?? {}
  return (
    <div role="status">
      {countRules(data) > 0 && (
        <div className={styles.banner}>
          <TriangleAlert size={20} aria-hidden="true" />
          <p>{describe(failures.length, overrides.length)}</p>
          <Button busy={end.isPending} onClick={() => end.mutate(withoutRules)}>
            Turn off
          </Button>
        </div>
      )}
    </div>
  )
}

type Rules = { settings: { failures: unknown[]; overrides: unknown[] } }

function countRules(state: Rules | undefined): number {
  return state ? state.settings.failures.length + state.settings.overrides.length : 0
}

function describe(failures: number, overrides: number): string {
  const parts = [
    failures > 0 && `${failures} simulated ${failures === 1 ? 'failure' : 'failures'}`,
    overrides > 0 && `${overrides} ${overrides === 1 ? 'override' : 'overrides'}`,
  ]
  return `${parts.filter(Boolean).join(' and ')} ${failures + overrides === 1 ? 'is' : 'are'} on.`
}
