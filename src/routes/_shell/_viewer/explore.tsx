import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useViewer } from '../../../data/auth.ts'
import { feedQuery, foundPostsQuery } from '../../../data/posts.ts'
import { PagedPosts } from '../../../features/content/paged-posts.tsx'
import { WhoToFollow } from '../../../features/people/who-to-follow.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../../ui/use-debounced.ts'
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
  const asked = settled.trim()
  // While a search is on its way, what was found before stays.
  const shown = useDeferredValue(asked)
  return (
    <div className={styles.stack}>
      <PageHeading title="Explore" />
      <SearchField
        label="Search posts"
        placeholder="search username or post text"
        value={text}
        onValue={setText}
        pending={text !== settled || asked !== shown}
      />
      <details className={styles.people}>
        <summary>Find people</summary>
        <WhoToFollow viewer={viewer} />
      </details>
      <PagedPosts
        query={shown ? foundPostsQuery(shown) : feedQuery}
        viewer={viewer}
        // Whether a new post is to be found, a new search tells.
        belongs={shown ? () => false : undefined}
        empty={<p className={styles.empty}>No results found...</p>}
      />
    </div>
  )
}
