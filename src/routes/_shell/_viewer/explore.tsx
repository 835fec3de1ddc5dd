import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { TEXT_LIMITS } from '../../../contract/text-limits.ts'
import { useViewer } from '../../../data/auth.ts'
import { usePendingWrites } from '../../../data/optimistic-write.ts'
import { applyToPosts } from '../../../data/pending-writes.ts'
import { feedQuery, foundPostsQuery } from '../../../data/posts.ts'
import { PagedPosts } from '../../../features/content/post-list.tsx'
import { usePeople } from '../../../features/people/people-list.tsx'
import { PeopleResults } from '../../../features/people/people-results.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/screen.tsx'
import { DebouncedSearch } from '../../../ui/search-field.tsx'
import { SkeletonCards } from '../../../ui/skeleton.tsx'
import styles from './screens.module.css'

export const Route = createFileRoute('/_shell/_viewer/explore')({
  validateSearch: ({ q }: { q?: string }): { q?: string } => ({ q: q?.trim() || undefined }),
  loader: ({ context }) => context.client.ensureInfiniteQueryData(feedQuery),
  pendingComponent: SkeletonCards,
  component: ExploreScreen,
})

function ExploreScreen() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  // The previous results stay until the new ones arrive.
  const shown = useDeferredValue(q)
  return (
    <div className={styles.stack}>
      <PageHeading title="Explore" />
      <DebouncedSearch
        label="Search people and posts"
        placeholder="Search people and posts"
        maxLength={TEXT_LIMITS.search}
        search={q}
        onSearch={(text) =>
          // Back leaves the screen instead of stepping through searches.
          navigate({ search: { q: text || undefined }, replace: true, resetScroll: false })
        }
        pending={q !== shown}
      />
      <Results search={shown} />
    </div>
  )
}

/** The people and posts that match `search`; all posts if it is empty. */
function Results({ search }: { search: string }) {
  const viewer = useViewer()
  const query = search ? foundPostsQuery(search) : feedQuery
  const { data, hasNextPage } = useSuspenseInfiniteQuery(query)
  const people = usePeople(search, viewer)
  const found = data.pages.flatMap(({ rows }) => rows)
  const postCount = applyToPosts(found, usePendingWrites(), viewer).length
  const peopleCount = people.found?.length ?? 0
  const isSettled = people.found && !people.isOutdated
  return (
    <>
      <p role="status" className={styles.hidden}>
        {search &&
          isSettled &&
          // The text below announces that there are none.
          peopleCount + postCount > 0 &&
          `${counted(peopleCount, people.hasMore, 'person', 'people')}, ${counted(postCount, hasNextPage, 'post', 'posts')}`}
      </p>
      {search ? (
        <PeopleResults key={search} title="People" people={people} viewer={viewer} />
      ) : (
        <div className={styles.suggested}>
          <PeopleResults title="Who to follow" people={people} viewer={viewer} />
        </div>
      )}
      <PagedPosts
        query={query}
        viewer={viewer}
        // Only the API knows whether a new post matches the search.
        belongs={search ? () => false : undefined}
        empty={
          isSettled &&
          (peopleCount > 0 ? (
            <p className={styles.empty}>No matching posts.</p>
          ) : (
            <EmptyState drawing="road" text="No results found...">
              <p>Try a shorter word, or part of a name.</p>
            </EmptyState>
          ))
        }
      />
    </>
  )
}

/** Such as "1 person", or "20+ people" if there are more than are loaded. */
function counted(count: number, more: boolean, one: string, many: string): string {
  return `${count}${more ? '+' : ''} ${count === 1 && !more ? one : many}`
}
