import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { allPostsQuery } from '../../../api/posts.ts'
import { useViewer } from '../../../api/use-viewer.ts'
import { matchPost } from '../../../features/posts/match-post.ts'
import { PostList } from '../../../features/posts/post-list.tsx'
import { WaitingPosts } from '../../../features/posts/waiting-posts.tsx'
import { WhoToFollow } from '../../../features/users/who-to-follow.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../../ui/use-debounced.ts'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/explore')({
  loader: ({ context }) => context.client.ensureQueryData(allPostsQuery),
  pendingComponent: SkeletonCards,
  component: ExploreScreen,
})

function ExploreScreen() {
  const { data: posts } = useSuspenseQuery(allPostsQuery)
  const viewer = useViewer()
  const [text, setText] = useState('')
  const settled = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const found = posts.filter((post) => matchPost(post, settled))
  return (
    <div className={styles.stack}>
      <PageHeading title="Explore" />
      <SearchField
        label="Search posts"
        placeholder="search username or post text"
        value={text}
        onValue={setText}
        pending={text !== settled}
      />
      <details className={styles.people}>
        <summary>Find people</summary>
        <WhoToFollow viewer={viewer} />
      </details>
      <div>
        <div aria-live="polite">
          {found.length === 0 && <p className={styles.empty}>No results found...</p>}
        </div>
        <WaitingPosts listed={posts} />
        <PostList posts={found} viewer={viewer} />
      </div>
    </div>
  )
}
