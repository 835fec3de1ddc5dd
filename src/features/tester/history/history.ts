import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { TESTER_HISTORY } from '../../../data/log-out.ts'
import type { Exchange } from '../response/exchange.ts'
import { openHistory } from './history-store.ts'

const history = openHistory(...TESTER_HISTORY)

/** What was asked on this device, newest first. */
export const historyQuery = queryOptions({
  queryKey: ['tester', 'history'],
  queryFn: history.list,
  staleTime: 0,
})

export const addToHistory = mutationOptions({
  mutationFn: (exchange: Exchange) => history.add(exchange),
  onSuccess: (_data, _exchange, _result, { client }) => client.invalidateQueries(historyQuery),
})

export const clearHistory = mutationOptions({
  mutationFn: () => history.clear(),
  onSuccess: (_data, _variables, _result, { client }) => client.invalidateQueries(historyQuery),
})
