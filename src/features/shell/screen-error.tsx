import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Wrench } from 'lucide-react'
import { errorText } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { StateScreen } from '../../ui/state-screen.tsx'

/** Shown in place of a screen that could not be loaded or drawn. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
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
