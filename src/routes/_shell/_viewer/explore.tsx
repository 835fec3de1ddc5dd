import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useViewer } from '../../../data/auth.ts'
import { feedQuery, foundPostsQuery } from '../../../data/posts.ts'
import { PagedPosts } from '../../../features/content/post-list.tsx'
import { WhoToFollow } from '../../../features/people/who-to-follow.tsx'
import { SearchField } from '../../../ui/field.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../../ui/timing.ts'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/explore')({
  loader: ({ context }) => context.client.ensureInfiniteQueryData(feedQuery),
  pendingComponent: SkeletonCards,
  component: ExploreScreen,
})

function ExploreScreen() {
  const viewer = useViewer()
  const [text, setText] = useState('')
  const settled = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const search = settled.trim()
  // The previous results stay until the new ones arrive.
  const shown = useDeferredValue(search)
  return (
    <div className={styles.stack}>
      <PageHeading title="Explore" />
      <SearchField
        label="Search posts"
        placeholder="search username or post text"
        value={text}
        onValue={setText}
        pending={text !== settled || search !== shown}
      />
      <details className={styles.people}>
        <summary>Find people</summary>
        <WhoToFollow viewer={viewer} />
      </details>
      <PagedPosts
        query={shown ? foundPostsQuery(shown) : feedQuery}
        viewer={viewer}
        // Only the API knows whether a new post matches the search.
        belongs={shown ? () => false : undefined}
        empty={<p className={styles.empty}>No results found...</p>}
      />
    </div>
  )
}
