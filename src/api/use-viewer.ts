import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { User } from '../contract/entities.ts'
import { viewerQuery } from './auth.ts'
import { usePendingWrites } from './optimistic-write.ts'
import { applyToViewer } from './pending-writes.ts'

/** The signed-in user with their pending writes, on screens behind the guard. */
export function useViewer(): User {
  const { data } = useSuspenseQuery(viewerQuery)
  const writes = usePendingWrites()
  if (!data) throw new Error('This screen needs a signed-in user')
  return useMemo(() => applyToViewer(data, writes), [data, writes])
}
