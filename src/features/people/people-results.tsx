import { useId, useState } from 'react'
import type { ViewedUser } from '../../contract/viewed.ts'
import { PeopleList, type usePeople } from './people-list.tsx'
import styles from './people-results.module.css'

/** The number of users that are shown before "Show more". */
const FIRST = 3

type Props = {
  people: ReturnType<typeof usePeople>
  viewer: ViewedUser
  /** Each beside the other. */
  asCards?: boolean
}

/** The people of Explore, above its posts or photos. Shows nothing if there are none. */
export function PeopleResults({ people, viewer, asCards = false }: Props) {
  const { found = [], hasMore, isLoading, loadMore } = people
  const [isOpen, setOpen] = useState(false)
  const headingId = useId()
  if (found.length === 0) return null
  const isClosed = !isOpen && found.length > FIRST
  const onMore = isClosed ? () => setOpen(true) : hasMore ? loadMore : undefined
  return (
    <section className={asCards ? styles.cards : styles.results} aria-labelledby={headingId}>
      <h2 id={headingId}>People</h2>
      <PeopleList
        users={isClosed ? found.slice(0, FIRST) : found}
        viewer={viewer}
        size={asCards ? 64 : undefined}
        onMore={onMore}
        busy={isLoading}
      />
    </section>
  )
}
