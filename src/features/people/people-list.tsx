import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { isFormerMember } from '../../contract/former-member.ts'
import { shownPhoto } from '../../contract/shown-photo.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import { usePendingWrites } from '../../data/optimistic-write.ts'
import { mutedBy } from '../../data/pending-writes.ts'
import { peopleQuery } from '../../data/users.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { useInFlight } from '../../ui/timing.ts'
import { FollowButton } from './follow-button.tsx'
import styles from './people.module.css'

/**
 * The users that match `search`, and a way to load the next page. The viewer, those whom they mute and former members are
 * left out of a list without a search, which suggests whom to follow.
 */
export function usePeople(search: string, viewer: ViewedUser) {
  // The previous results stay until the new ones arrive.
  // Users type names as they see them, with "@", which is not stored.
  const query = { ...peopleQuery(search.replace(/^@/, '')), placeholderData: keepPreviousData }
  const { data, hasNextPage, isFetching, isPlaceholderData, refetch, fetchNextPage } =
    useInfiniteQuery(query)
  const [loadMore, isLoading] = useInFlight(async () => {
    // During a refetch, TanStack Query ignores the request for the next page.
    if (isFetching) await refetch({ cancelRefetch: false })
    await fetchNextPage()
  })
  const users = data?.pages.flatMap(({ rows }) => rows)
  const isSearch = search !== '' && !isPlaceholderData
  const muted = mutedBy(viewer, usePendingWrites())
  const isSuggested = (user: ViewedUser) =>
    user._id !== viewer._id && !muted.has(user._id) && !isFormerMember(user)
  return {
    /** `undefined` while the first page loads. */
    found: users?.filter((user) => isSearch || isSuggested(user)),
    hasMore: hasNextPage,
    isLoading,
    isOutdated: isPlaceholderData,
    loadMore,
  }
}

type PeopleListProps = {
  /** Where no heading is above it. */
  label?: string
  users: readonly ViewedUser[]
  viewer: ViewedUser
  /** Of the photos, in px. */
  size?: number
  /** Shows more users. Missing if there are none. */
  onMore?: () => unknown
  /** Whether more users are being loaded. */
  busy?: boolean
  /** The button beside a user; by default, it follows them. */
  action?: (user: ViewedUser) => ReactNode
}

/** Users with their follow buttons, and "Show more" if there are more. */
export function PeopleList({ label, users, viewer, size, onMore, busy, action }: PeopleListProps) {
  const list = useRef<HTMLUListElement>(null)

  const focusNext = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (users.length <= focusNext.current) return
    // Keyboard navigation goes on at the first new user.
    list.current?.children[focusNext.current]?.querySelector('a')?.focus({ preventScroll: true })
    focusNext.current = Number.POSITIVE_INFINITY
  }, [users.length])

  function showMore() {
    focusNext.current = users.length
    onMore?.()
  }
  return (
    <>
      <ul ref={list} className={styles.list} aria-label={label}>
        {users.map((user) => (
          <li key={user._id} className={styles.person} data-testid="user-card">
            <Link
              to="/profilePage/$profileId"
              params={{ profileId: user._id }}
              className={styles.link}
            >
              <Avatar
                src={shownPhoto(user.profilePhoto)}
                name={user.username}
                userId={user._id}
                size={size}
              />
              <span className={styles.names}>
                <bdi>{user.firstName}</bdi>
                <bdi className={styles.username}>@{user.username}</bdi>
              </span>
            </Link>
            {action?.(user) ??
              (user._id !== viewer._id && <FollowButton user={user} viewer={viewer} />)}
          </li>
        ))}
      </ul>
      {onMore && (
        <Button busy={busy} onClick={showMore}>
          Show more
        </Button>
      )}
    </>
  )
}
