import { createContext, use } from 'react'
import type { User } from '../contract/entities.ts'

/**
 * The signed-in user with their pending writes, for the screens behind the guard, which provides it. A
 * context and not the query: when the session ends, no screen is drawn without a viewer before the guard
 * takes it away.
 */
export const ViewerContext = createContext<User | undefined>(undefined)

/** The signed-in user with their pending writes, on screens behind the guard. */
export function useViewer(): User {
  const viewer = use(ViewerContext)
  if (!viewer) throw new Error('This screen needs a signed-in user')
  return viewer
}
