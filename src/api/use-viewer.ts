import { useSuspenseQuery } from '@tanstack/react-query'
import type { User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'

/** The signed-in user, on screens behind the guard. */
export function useViewer(): User {
  const { data } = useSuspenseQuery(viewerQuery)
  if (!data) throw new Error('This screen needs a signed-in user')
  return data
}
