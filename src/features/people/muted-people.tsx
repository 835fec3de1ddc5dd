import { useInfiniteQuery } from '@tanstack/react-query'
import type { ViewedUser } from '../../contract/viewed.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { mutedBy } from '../../data/pending-writes.ts'
import { mutedQuery } from '../../data/users.ts'
import { RetryText } from '../../ui/error-boundary.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import { useInFlight } from '../../ui/timing.ts'
import { UnmuteButton } from './mute.tsx'
import styles from './muted-people.module.css'
import people from './people.module.css'
import { PeopleList } from './people-list.tsx'

/** Those whom the viewer mutes, in Settings (R6.8). */
export function MutedPeople({ viewer }: { viewer: ViewedUser }) {
  const { data, error, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(mutedQuery)
  const [loadMore, isLoading] = useInFlight(() => fetchNextPage())
  const keptFocus = useKeptFocus()
  const muted = mutedBy(viewer, usePendingWrites())
  const loaded = data?.pages.flatMap(({ rows }) => rows)
  const users = loaded?.filter(({ _id }) => muted.has(_id))
  return (
    <div className={styles.muted} {...keptFocus}>
      {!users && error && (
        <p role="alert" className={people.none}>
          <RetryText text="This list can't be loaded." onRetry={refetch} />
        </p>
      )}
      {users?.length === 0 && (
        <p className={people.none}>
          Nobody. To mute somebody, open their profile and choose Mute in its menu.
        </p>
      )}
      {users && users.length > 0 && (
        <PeopleList
          label="Muted people"
          users={users}
          viewer={viewer}
          onMore={hasNextPage ? loadMore : undefined}
          busy={isLoading}
          action={(user) => <UnmuteButton user={user} />}
        />
      )}
    </div>
  )
}
