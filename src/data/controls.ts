import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Body } from '../contract/calls.ts'
import type { MockState } from '../contract/controls.ts'
import type { Settings } from '../contract/settings.ts'
import { CONTROLS } from './query-keys.ts'

export const controlsQuery = queryOptions({
  queryKey: CONTROLS,
  queryFn: ({ signal }) => call('GET /api/mock', { signal }),
  staleTime: 0,
})

/** Change the current settings. They are read first, because another tab may have changed them. */
export const changeSettings = mutationOptions({
  mutationFn: async (change: (settings: Settings) => Body<'POST /api/mock/settings'>) => {
    const { settings } = await call('GET /api/mock', {})
    return call('POST /api/mock/settings', { body: change(settings) })
  },
  onSuccess: (state: MockState, _change, _result, { client }) =>
    client.setQueryData(controlsQuery.queryKey, state),
})

/** Settings that remove all failures, overrides and planted defects. */
export const withoutRules = (): Partial<Settings> => ({ failures: [], overrides: [], defects: [] })

export const resetData = mutationOptions({
  mutationFn: (body: Body<'POST /api/mock/reset'>) => call('POST /api/mock/reset', { body }),
  onSuccess: (state, _body, _result, { client }) => startOver(client, state),
})

/** Add the guest account to data that have none. All other data stay as they are. */
export const restoreGuest = mutationOptions({
  mutationFn: () => call('POST /api/mock/reset', { body: { seed: 'guest' } }),
})

/** @throws HttpError 400 if the body is not a snapshot of this version */
export const loadSnapshot = mutationOptions({
  mutationFn: (body: Body<'POST /api/mock/snapshot'>) => call('POST /api/mock/snapshot', { body }),
  onSuccess: (state, _body, _result, { client }) => startOver(client, state),
})

export const takeSnapshot = () => call('GET /api/mock/snapshot', {})

/** All data were replaced, the signed-in user included. */
function startOver(client: QueryClient, state: MockState): Promise<void> {
  client.setQueryData(controlsQuery.queryKey, state)
  return client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== controlsQuery.queryKey[0],
  })
}
