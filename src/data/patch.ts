import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Change what is cached under `queryKey` and every longer key. Unlike `setQueriesData`, this does not
 * make an answer fresh of which one row is new: it stays as old as it is, and invalidated if it was.
 * @param change gives the same value back to leave an answer as it is
 */
export function patch<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Data) => Data,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt, isInvalidated } = query.state
    if (data === undefined || data === null) continue
    const changed = change(data as Data)
    if (changed === data) continue
    query.setData(changed, { updatedAt: dataUpdatedAt, manual: true })
    if (isInvalidated) query.invalidate()
  }
}
