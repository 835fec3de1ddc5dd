import { notFound, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorText, isNotFound } from '../data/query-client.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The guarded URL that a visitor requested; it opens after the log-in. Only our own guard writes it, so
     * links cannot redirect a user.
     */
    requestedHref?: string
  }
}

/**
 * Runs the guards of the routes again after a log-in on the landing screen, or when the session ends. They
 * navigate depending on whether there is a viewer.
 * @param due whether the guard of the current screen would redirect now
 */
export function useGuardsAgain(due: boolean): void {
  const router = useRouter()
  useEffect(() => {
    if (due) router.invalidate()
  }, [due, router])
}

/**
 * Handles an error in the loader of a route whose path names one row.
 * @throws `notFound` with the API's text if the row does not exist, otherwise `error`
 */
export function throwIfMissing(error: unknown): never {
  throw isNotFound(error) ? notFound({ data: errorText(error) }) : error
}
