import { notFound } from '@tanstack/react-router'
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
 * Handles an error in the loader of a route whose path names one row.
 * @throws `notFound` with the API's text if the row does not exist, otherwise `error`
 */
export function throwIfMissing(error: unknown): never {
  throw isNotFound(error) ? notFound({ data: errorText(error) }) : error
}
