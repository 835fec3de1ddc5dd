import { useMutation } from '@tanstack/react-query'
import { Flag, Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { isolatedName } from '../../contract/direction.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { mutedBy } from '../../data/pending-writes.ts'
import { openReport } from '../../data/reports.ts'
import { setMute } from '../../data/users.ts'
import { isClub } from '../../pwa/club.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { Menu } from '../../ui/menu.tsx'

type Person = Pick<ViewedUser, '_id' | 'username'>
type Props = { user: Person; viewer: ViewedUser }

/** Mutes another user, or unmutes them (R6.6). At a club, also reports them (R18.6). */
export function PersonMenu({ user, viewer }: Props) {
  const isMuted = mutedBy(viewer, usePendingWrites()).has(user._id)
  const { mutate } = useMutation(setMute(user._id))
  const report = () => openReport.set({ kind: 'person', userId: user._id, username: user.username })
  return (
    <Menu
      label={`Profile menu, ${user.username}`}
      items={[
        {
          label: `${isMuted ? 'Unmute' : 'Mute'} ${isolatedName(user.username)}`,
          icon: isMuted ? <Volume2 size={18} /> : <VolumeX size={18} />,
          onSelect: () => mutate({ type: 'mute', userId: user._id, wanted: !isMuted }),
        },
        ...(isClub
          ? [
              {
                label: `Report ${isolatedName(user.username)}`,
                icon: <Flag size={18} />,
                onSelect: report,
              },
            ]
          : []),
      ]}
    />
  )
}

export function UnmuteButton({ user }: { user: Person }) {
  const { mutate } = useMutation(setMute(user._id))
  return (
    <Button
      variant="outline"
      aria-label={`Unmute ${user.username}`}
      onClick={() => mutate({ type: 'mute', userId: user._id, wanted: false })}
    >
      Unmute
    </Button>
  )
}

/** Shows what a user wrote, unless the viewer mutes them. */
export function UnlessMuted({ user, viewer, children }: Props & { children: ReactNode }) {
  const isMuted = mutedBy(viewer, usePendingWrites()).has(user._id)
  const keptFocus = useKeptFocus()
  return (
    <div {...keptFocus}>
      <div aria-live="polite">
        {isMuted && (
          <EmptyState drawing="road" text={`You muted ${isolatedName(user.username)}`}>
            <p>You don't see their posts, comments and notifications. They are not told.</p>
            <UnmuteButton user={user} />
          </EmptyState>
        )}
      </div>
      {!isMuted && children}
    </div>
  )
}
