import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { TEXT_LIMITS } from '../../../contract/text-limits.ts'
import { useViewer } from '../../../data/auth.ts'
import { usePendingWrites } from '../../../data/optimistic-write.ts'
import { applyToPosts } from '../../../data/pending-writes.ts'
import { feedQuery, foundPostsQuery } from '../../../data/posts.ts'
import { peopleQuery } from '../../../data/users.ts'
import { PhotoWall } from '../../../features/content/photo-wall.tsx'
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
  loader: ({ context: { client } }) =>
    // The people are above the photos, which would move.
    Promise.all([
      client.ensureInfiniteQueryData(feedQuery),
      client.ensureInfiniteQueryData(peopleQuery()).catch(() => undefined),
    ]),
  pendingComponent: SkeletonCards,
  component: ExploreScreen,
})

function ExploreScreen() {
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  // The previous results stay until the new ones arrive.
  const shown = useDeferredValue(q)
  const viewer = useViewer()
  const people = usePeople(shown, viewer)
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
      <PeopleResults key={shown} people={people} viewer={viewer} asCards={!shown} />
      {shown ? (
        <Results search={shown} people={people} />
      ) : (
        <PhotoWall query={feedQuery} viewer={viewer} columns={2} />
      )}
    </div>
  )
}

type ResultsProps = { search: string; people: ReturnType<typeof usePeople> }

/** The posts that match `search`, and how many people and posts do. */
function Results({ search, people }: ResultsProps) {
  const viewer = useViewer()
  const query = foundPostsQuery(search)
  const { data, hasNextPage } = useSuspenseInfiniteQuery(query)
  const found = data.pages.flatMap(({ rows }) => rows)
  const postCount = applyToPosts(found, usePendingWrites(), viewer).length
  const peopleCount = people.found?.length ?? 0
  const isSettled = people.found && !people.isOutdated
  return (
    <>
      <p role="status" className={styles.hidden}>
        {isSettled &&
          // The text below announces that there are none.
          peopleCount + postCount > 0 &&
          `${counted(peopleCount, people.hasMore, 'person', 'people')}, ${counted(postCount, hasNextPage, 'post', 'posts')}`}
      </p>
      <PagedPosts
        query={query}
        viewer={viewer}
        // Only the API knows whether a new post matches the search.
        belongs={() => false}
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
