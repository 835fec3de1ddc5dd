import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Wrench } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { errorText } from '../../api/query-client.ts'
import { recovering } from '../../pwa/updates.ts'
import { Button } from '../../ui/button.tsx'
import { StateScreen } from '../../ui/state-screen.tsx'

/** Shown in place of a screen that could not be loaded or drawn. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const isRecovering = useSyncExternalStore(recovering.subscribe, recovering.get)
  if (isRecovering) return <p role="status">A new version of Gearheads is out. Fetching it…</p>
  return (
    <StateScreen title="This one broke down" icon={<Wrench size={48} />}>
      <p>{errorText(error)}</p>
      <Button
        look="primary"
        onClick={() => {
          reset()
          router.invalidate()
        }}
      >
        Try again
      </Button>
    </StateScreen>
  )
}
