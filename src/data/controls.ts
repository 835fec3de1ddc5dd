import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Body } from '../contract/calls.ts'
import type { MockState } from '../contract/controls.ts'
import type { Settings } from '../contract/settings.ts'

/** How the mock is set and what it holds. */
export const controlsQuery = queryOptions({
  queryKey: ['mock'],
  queryFn: ({ signal }) => call('GET /api/mock', { signal }),
  staleTime: 0,
})

/** Change settings, from those in force now: another tab may have changed them too. */
export const changeSettings = mutationOptions({
  mutationFn: async (change: (settings: Settings) => Body<'POST /api/mock/settings'>) => {
    const { settings } = await call('GET /api/mock', {})
    return call('POST /api/mock/settings', { body: change(settings) })
  },
  onSuccess: (state: MockState, _change, _result, { client }) =>
    client.setQueryData(controlsQuery.queryKey, state),
})

/** What ends every failure and every served response. */
export const withoutRules = (): Partial<Settings> => ({ failures: [], overrides: [] })

export const resetData = mutationOptions({
  mutationFn: (body: Body<'POST /api/mock/reset'>) => call('POST /api/mock/reset', { body }),
  onSuccess: (state, _body, _result, { client }) => startOver(client, state),
})

/** Add the guest account to data that have none. All other data, and what is shown of them, stay. */
export const restoreGuest = mutationOptions({
  mutationFn: () => call('POST /api/mock/reset', { body: { seed: 'guest' } }),
})

/** @throws HttpError 400 when it is no snapshot, or one of another version */
export const loadSnapshot = mutationOptions({
  mutationFn: (body: Body<'POST /api/mock/snapshot'>) => call('POST /api/mock/snapshot', { body }),
  onSuccess: (state, _body, _result, { client }) => startOver(client, state),
})

export const takeSnapshot = () => call('GET /api/mock/snapshot', {})

/** All other data are of another world now, the signed-in user included. */
function startOver(client: QueryClient, state: MockState): Promise<void> {
  client.setQueryData(controlsQuery.queryKey, state)
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== controlsQuery.queryKey[0],
  })
}
