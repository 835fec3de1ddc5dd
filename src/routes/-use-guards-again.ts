import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The guarded address that a visitor asked for; it opens after the log-in. Only our own guard writes it:
     * no link can lead there.
     */
    asked?: string
  }
}

/**
 * Run the routes' guards again when somebody has signed in on the landing screen, or the session has ended
 * behind it. Navigation follows from there being a viewer, however that came about.
 * @param due whether the guard of the screen that is shown would not let it through any more
 */
export function useGuardsAgain(due: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (due) router.invalidate()
  }, [due, router])
}
