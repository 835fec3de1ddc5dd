import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { changeSettings, controlsQuery, withoutRules } from '../../data/controls.ts'
import { assignedDefects } from '../../pwa/assignment.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { count } from '../../ui/count.ts'
import { useHeld } from '../../ui/pressed.ts'
import styles from './notices.module.css'

/** Interval of reading the rules while there are any: every request can use one up. Tests set and unset the time. */
const REFETCH_MS = 3000

/** Warns on every screen while the controls change how the API works, with a button that ends this. An assignment has no end. */
export function FailureBanner() {
  const { data } = useQuery({
    ...controlsQuery,
    refetchInterval: ({ state }) => isChanged(state.data) && REFETCH_MS,
  })
  const end = useMutation(changeSettings)
  const banner = useHeld(
    (isChanged(data) || assignedDefects > 0) && (
      <div className={styles.banner}>
        <TriangleAlert size={20} aria-hidden="true" />
        <p>
          {describeRules(data)}
          {data?.settings.now && (
            <>
              {' The time is set to '}
              <span className={styles.whole}>{data.settings.now}</span>.
            </>
          )}
        </p>
        {assignedDefects > 0 && (
          <Link to="/mock" hash="report" className={buttonClass()}>
            Report a finding
          </Link>
        )}
        {isChanged(data) && (
          <Button
            busy={end.isPending}
            onClick={() =>
              end.mutate(() => ({ ...withoutRules(), now: null }), {
                // The button disappears.
                onSuccess: () => document.querySelector('h1')?.focus({ preventScroll: true }),
              })
            }
          >
            Turn off
          </Button>
        )}
      </div>
    ),
  )
  return <div role="status">{banner}</div>
}

type Rules = {
  settings: { failures: unknown[]; overrides: unknown[]; defects: string[]; now?: string }
}

function isChanged(state: Rules | undefined): boolean {
  return countRules(state) > 0 || state?.settings.now !== undefined
}

function countRules(state: Rules | undefined): number {
  const { failures = [], overrides = [], defects = [] } = state?.settings ?? {}
  return failures.length + overrides.length + defects.length
}

function describeRules(state: Rules | undefined): string {
  const { failures = [], overrides = [], defects = [] } = state?.settings ?? {}
  const planted = defects.length + assignedDefects
  const parts = [
    failures.length > 0 && count(failures.length, 'simulated failure'),
    overrides.length > 0 && count(overrides.length, 'override'),
    planted > 0 && count(planted, 'planted defect'),
  ].filter((part) => part !== false)
  const text = parts.join(', ').replace(/, ([^,]*)$/, ' and $1')
  return text && `${text} ${countRules(state) + assignedDefects === 1 ? 'is' : 'are'} on.`
}
