import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { viewerQuery } from '../api/auth.ts'
import { keepInStep } from '../api/keep-in-step.ts'
import { Shell } from '../features/shell/shell.tsx'
import { WhoToFollow } from '../features/users/who-to-follow.tsx'

/** The layout around every screen except the landing. */
export const Route = createFileRoute('/_shell')({ component: ShellLayout })

function ShellLayout() {
  const { data: viewer } = useQuery(viewerQuery)
  const client = useQueryClient()
  useEffect(() => keepInStep(client), [client])
  return (
    <Shell aside={viewer && <WhoToFollow viewer={viewer} />}>
      <Outlet />
    </Shell>
  )
}
