import { useId, useState } from 'react'
import { TEXT_LIMITS } from '../../contract/text-limits.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { DebouncedSearch } from '../../ui/search-field.tsx'
import styles from './people.module.css'
import { PeopleList, usePeople } from './people-list.tsx'

/** Of those whom it suggests. */
const FIRST = 5

/** The right side bar (R2.18): searches the other users and offers to follow them. */
export function WhoToFollow({ viewer }: { viewer: ViewedUser }) {
  const [search, setSearch] = useState('')
  const { found, hasMore, isLoading, isOutdated, loadMore } = usePeople(search, viewer)
  const [isFolded, setFolded] = useState(true)
  const shown = isFolded && !search ? found?.slice(0, FIRST) : found
  const unfold = shown?.length !== found?.length && (() => setFolded(false))
  const headingId = useId()
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <DebouncedSearch
        label="Search users"
        placeholder="search username or name"
        maxLength={TEXT_LIMITS.search}
        search={search}
        onSearch={setSearch}
        pending={isOutdated}
      />
      <h2 id={headingId}>{search ? 'Search results' : 'Who to follow'}</h2>
      <div aria-live="polite">
        {found?.length === 0 && <p className={styles.none}>no such user...</p>}
      </div>
      {shown && (
        <PeopleList
          users={shown}
          viewer={viewer}
          onMore={unfold || (hasMore ? loadMore : undefined)}
          busy={isLoading}
        />
      )}
    </section>
  )
}
