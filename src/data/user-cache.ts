import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../contract/entities.ts'
import { patch } from './patch.ts'

/** Every query that holds users has a key that starts so, and is a list or one user. */
export const USERS = ['users'] as const

/** Those that hold lists. */
export const PEOPLE = [...USERS, 'people'] as const

/** Change a user wherever they are cached. */
export function changeUser(client: QueryClient, id: string, change: (user: User) => User): void {
  const changeIf = (user: User) => (user._id === id ? change(user) : user)
  patch<User | User[]>(client, USERS, (data) => {
    if (!Array.isArray(data)) return changeIf(data)
    return data.some(({ _id }) => _id === id) ? data.map(changeIf) : data
  })
}

/** The key of the signed-in user's own query. */
export const VIEWER = ['viewer'] as const

/** Change the signed-in user, if there is one, wherever they are cached. */
export function changeViewer(client: QueryClient, change: (user: User) => User): void {
  const viewer = client.getQueryData<User | null>(VIEWER)
  if (!viewer) return
  patch(client, VIEWER, change)
  changeUser(client, viewer._id, change)
}
