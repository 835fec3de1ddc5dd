import { notFound } from '@tanstack/react-router'
import { errorText, isNotFound } from '../../../data/query-client.ts'

/**
 * For a loader whose path names one row.
 * @throws what the route's `notFoundComponent` shows, with the API's text, if there is no such row; else `error`
 */
export function throwIfMissing(error: unknown): never {
  throw isNotFound(error) ? notFound({ data: errorText(error) }) : error
}
