import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { logOut } from '../../data/log-out.ts'
import { hasUnsent } from '../../data/unsent.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

type Props = { viewerId: string; className: string; size: number }

/** Logs out (R3.16). Asks first if that would lose a draft or a write that was not sent. */
export function LogOutButton({ viewerId, className, size }: Props) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)

  async function start() {
    if (await hasUnsent(client, viewerId)) setAsking(true)
    else await logOut(viewerId)
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label="Logout"
        title="Logout"
        data-testid="log-out-button"
        onClick={start}
      >
        <LogOut size={size} aria-hidden="true" />
      </button>
      {isAsking && (
        <ConfirmDialog
          title="Log out and lose unsent work?"
          text="You have a draft or a change that hasn't been sent. Logging out deletes it."
          action="Log out"
          onConfirm={() => logOut(viewerId)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
