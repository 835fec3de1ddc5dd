import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../client/call.ts'
import { exampleBody } from '../../../contract/examples.ts'
import {
  type AuthChoice,
  type RequestForm,
  toForm,
  toRequest,
  usernameOf,
} from '../request/tester-request.ts'
import type { Endpoint } from './endpoints.ts'
import { fillPath } from './fill-path.ts'

/** Enough posts to contain a matching row for every call. */
const POST_LIMIT = '50'

const liveDataQuery = queryOptions({
  queryKey: ['tester', 'live'],
  queryFn: async ({ signal }) => {
    const [{ posts }, { users }] = await Promise.all([
      call('GET /api/posts', { query: { limit: POST_LIMIT }, signal }),
      call('GET /api/users', { signal }),
    ])
    return { posts, users }
  },
  staleTime: 0,
})

type Options = {
  auth: AuthChoice
  viewer?: string
  onForm: (change: (form: RequestForm) => RequestForm) => void
}

/** Returns a function that fills the form with a call: at once with its path template, then with real ids. */
export function useChooseEndpoint({ auth, viewer, onForm }: Options) {
  const client = useQueryClient()
  return async function choose(endpoint: Endpoint): Promise<void> {
    const { name, method, path, call } = endpoint
    const mustLogIn = call.auth && auth === 'none'
    const newAuth = mustLogIn ? (viewer ? 'session' : 'user:guest') : auth
    const body = JSON.stringify(exampleBody(name) ?? {}, null, 2)
    onForm((old) => toForm({ ...toRequest(old), method, endpoint: path, body, auth: newAuth }))
    if (!path.includes(':')) return
    const live = await client.fetchQuery(liveDataQuery).catch(() => undefined)
    if (!live) return
    const filledPath = fillPath(name, { ...live, viewer: usernameOf(newAuth) ?? viewer })
    // Do not overwrite a later edit or choice.
    onForm((old) =>
      old.endpoint === path && old.method === method ? { ...old, endpoint: filledPath } : old,
    )
  }
}
