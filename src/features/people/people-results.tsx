import { useId, useState } from 'react'
import type { ViewedUser } from '../../contract/viewed.ts'
import styles from './people.module.css'
import { PeopleList, type usePeople } from './people-list.tsx'

/** The number of users that are shown before "Show more". */
const FIRST = 3

type Props = {
  title: string
  people: ReturnType<typeof usePeople>
  viewer: ViewedUser
}

/** A card of users above the posts of Explore. Shows nothing if there are none. */
export function PeopleResults({ title, people, viewer }: Props) {
  const { found = [], hasMore, isLoading, loadMore } = people
  const [isOpen, setOpen] = useState(false)
  const headingId = useId()
  if (found.length === 0) return null
  const isClosed = !isOpen && found.length > FIRST
  const onMore = isClosed ? () => setOpen(true) : hasMore ? loadMore : undefined
  return (
    <section className={styles.results} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      <PeopleList
        users={isClosed ? found.slice(0, FIRST) : found}
        viewer={viewer}
        onMore={onMore}
        busy={isLoading}
      />
    </section>
  )
}
