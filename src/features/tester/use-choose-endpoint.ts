import { useQueryClient } from '@tanstack/react-query'
import { bodyTemplate } from './api-list/body-template.ts'
import type { Endpoint } from './api-list/endpoints.ts'
import { fillPath } from './api-list/fill-path.ts'
import { liveDataQuery } from './api-list/live-data.ts'
import { type AuthChoice, usernameOf } from './request/auth-choice.ts'
import { closeRequest, openRequest, type RequestForm } from './request/tester-request.ts'

type Options = {
  auth: AuthChoice
  viewer?: string
  onForm: (change: (form: RequestForm) => RequestForm) => void
}

/** Fill the form with a call of the API: at once as it is in the contract, then with ids that exist. */
export function useChooseEndpoint({ auth, viewer, onForm }: Options) {
  const client = useQueryClient()
  return async function choose(endpoint: Endpoint): Promise<void> {
    const { name, method, path, call } = endpoint
    const mustLogIn = call.auth && auth === 'none'
    const chosen = mustLogIn ? (viewer ? 'session' : 'user:guest') : auth
    const body = bodyTemplate(endpoint)
    onForm((old) =>
      openRequest({ ...closeRequest(old), method, endpoint: path, body, auth: chosen }),
    )
    if (!path.includes(':')) return
    const live = await client.fetchQuery(liveDataQuery).catch(() => undefined)
    if (!live) return
    const filled = fillPath(name, { ...live, viewer: usernameOf(chosen) ?? viewer })
    // What was typed or chosen meanwhile stays.
    onForm((old) =>
      old.endpoint === path && old.method === method ? { ...old, endpoint: filled } : old,
    )
  }
}
