import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../contract/entities.ts'

/** Every query that holds users has a key that starts so, and is a list or one user. */
export const USERS = ['users'] as const

/** Those that hold lists. */
export const PEOPLE = [...USERS, 'people'] as const

/** Change a user wherever they are cached. */
export function changeUser(client: QueryClient, id: string, change: (user: User) => User): void {
  const changeIf = (user: User) => (user._id === id ? change(user) : user)
  client.setQueriesData<User | User[]>({ queryKey: USERS }, (data) => {
    if (!data) return data
    return Array.isArray(data) ? data.map(changeIf) : changeIf(data)
  })
}
