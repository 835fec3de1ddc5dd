import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { callInFull } from '../../../client/call.ts'
import type { CallName } from '../../../contract/calls.ts'
import type { Post, User } from '../../../contract/entities.ts'
import {
  type AuthChoice,
  type RequestForm,
  toForm,
  toRequest,
  usernameOf,
} from '../request/request-model.ts'
import type { Endpoint } from './endpoints.ts'

/** Enough posts to contain a matching row for every call. */
const POST_LIMIT = '50'
const USER_LIMIT = '50'

const liveDataQuery = queryOptions({
  queryKey: ['tester', 'live'],
  queryFn: async ({ signal }) => {
    const [{ posts }, { users }] = await Promise.all([
      callInFull('GET /api/posts', { query: { limit: POST_LIMIT }, signal }),
      callInFull('GET /api/users', { query: { limit: USER_LIMIT }, signal }),
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
    const body = JSON.stringify(call.example ?? {}, null, 2)
    const filled = { method, endpoint: path, body, auth: newAuth }
    onForm((old) => ({ ...toForm({ ...toRequest(old), ...filled }), part: old.part }))
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

/** The rows to choose ids from, and the user who sends the request. */
export type LiveData = { posts: Post[]; users: User[]; viewer?: string }

/** Fills the path of a call with the ids of existing rows: of the viewer's own for an edit or a deletion, else of others'. */
export function fillPath(name: CallName, { posts, users, viewer = '' }: LiveData): string {
  const [, path = ''] = name.split(' ')
  const isForOwn = /edit|delete/i.test(name)
  const pick = <Row extends { username: string }>(rows: Row[]) =>
    rows.find(({ username }) => (username === viewer) === isForOwn) ?? rows[0]

  const comments = posts.flatMap(({ _id, comments }) =>
    comments.map((comment) => ({ ...comment, postId: _id })),
  )
  const comment = path.includes(':commentId') ? pick(comments) : undefined
  const user = pick(users)
  const ids: Record<string, string | undefined> = {
    ':postId': comment ? comment.postId : pick(posts)?._id,
    ':commentId': comment?._id,
    ':id': user?._id,
    ':username': posts[0]?.username ?? user?.username,
  }
  // A parameter without a matching row remains for the user to fill in.
  return path.replace(/:\w+/g, (param) => {
    const id = ids[param]
    return id === undefined ? param : encodeURIComponent(id)
  })
}
