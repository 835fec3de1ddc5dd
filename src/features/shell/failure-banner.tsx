import { useMutation, useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { changeSettings, controlsQuery, withoutRules } from '../../data/controls.ts'
import { Button } from '../../ui/button.tsx'
import styles from './failure-banner.module.css'

/** While rules are on, they can be used up by any request: look again this often. */
const LOOK_AGAIN_MS = 3000

/**
 * Says that the mock fails or answers falsely on purpose, on every screen, and ends it with one click.
 * Loaded when the first screen is idle.
 */
export function FailureBanner() {
  const { data } = useQuery({
    ...controlsQuery,
    refetchInterval: ({ state }) => countRules(state.data) > 0 && LOOK_AGAIN_MS,
  })
  const end = useMutation(changeSettings)
  const { failures = [], overrides = [] } = data?.settings ?? {}
  return (
    <div role="status">
      {countRules(data) > 0 && (
        <div className={styles.banner}>
          <TriangleAlert size={20} aria-hidden="true" />
          <p>The mock is set to {list(failures.length, overrides.length)}.</p>
          <Button busy={end.isPending} onClick={() => end.mutate(withoutRules)}>
            End it
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

function list(failures: number, overrides: number): string {
  const parts = [
    failures > 0 && `fail (${failures})`,
    overrides > 0 && `serve changed responses (${overrides})`,
  ]
  return parts.filter(Boolean).join(' and ')
}
