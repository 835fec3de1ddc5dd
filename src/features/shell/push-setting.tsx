import { useMutation, useQuery } from '@tanstack/react-query'
import { BellOff, BellRing } from 'lucide-react'
import { type PushState, pushQuery, setPush } from '../../data/push.ts'
import { useInFlight } from '../../ui/timing.ts'
import { InstallButton } from './install-button.tsx'
import styles from './push-setting.module.css'

const EXPLANATIONS: Record<PushState, string> = {
  on: 'You get likes, comments, followers and mentions also while Gearheads is closed.',
  off: 'Get likes, comments, followers and mentions also while Gearheads is closed.',
  blocked:
    'Your browser blocks notifications of this site. Allow them in its settings for this site, beside the address, then come back.',
  install: 'On iPhone and iPad, put Gearheads on your home screen first, then turn this on there.',
  insecure: 'Notifications while Gearheads is closed need https, which this club does not have.',
  unsupported: "This browser can't show notifications while Gearheads is closed.",
}

/** Push on this device (R17.8). The browser asks for its permission only at the click. */
export function PushSetting() {
  const { data: state } = useQuery(pushQuery)
  const { mutateAsync } = useMutation(setPush)
  const [toggle, busy] = useInFlight(() => mutateAsync(state !== 'on'))
  const isOn = state === 'on'
  const canChange = isOn || state === 'off'
  const Icon = isOn ? BellRing : BellOff
  return (
    <>
      <button
        type="button"
        role="switch"
        className={styles.row}
        aria-checked={isOn}
        aria-describedby="push-state"
        aria-disabled={!canChange || undefined}
        aria-busy={busy || undefined}
        onClick={canChange && !busy ? toggle : undefined}
      >
        <Icon size={22} aria-hidden="true" />
        <span className={styles.label}>Notifications on this device</span>
        <span className={styles.track}>
          <span className={styles.thumb} />
        </span>
      </button>
      <p id="push-state" role="status" className={styles.note}>
        {state && EXPLANATIONS[state]}
      </p>
      {state === 'install' && <InstallButton />}
    </>
  )
}
