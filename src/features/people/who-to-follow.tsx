import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../../contract/entities.ts'
import { peopleQuery } from '../../data/users.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { SearchField } from '../../ui/field.tsx'
import { SEARCH_DEBOUNCE_MS, useDebounced } from '../../ui/timing.ts'
import { FollowButton } from './follow-button.tsx'
import styles from './people.module.css'

/** The right side bar (R2.18): searches the other users and offers to follow them. */
export function WhoToFollow({ viewer }: { viewer: User }) {
  const [text, setText] = useState('')
  const settled = useDebounced(text, SEARCH_DEBOUNCE_MS)
  const people = peopleQuery(settled.trim())
  const { data: users, isPlaceholderData } = useQuery({
    ...people,
    // The previous results stay until the new ones arrive.
    placeholderData: keepPreviousData,
  })
  const found = users?.filter(({ _id }) => _id !== viewer._id)
  return (
    <section className={styles.panel} aria-labelledby="who-to-follow">
      <SearchField
        label="Search users"
        placeholder="search username or name"
        value={text}
        onValue={setText}
        pending={text !== settled || isPlaceholderData}
      />
      <h2 id="who-to-follow">Who to follow</h2>
      <div aria-live="polite">
        {found?.length === 0 && <p className={styles.none}>no such user...</p>}
      </div>
      <ul className={styles.list}>
        {found?.map((user) => (
          <li key={user._id} className={styles.person}>
            <Link
              to="/profilePage/$profileId"
              params={{ profileId: user._id }}
              className={styles.link}
            >
              <Avatar
                src={user.profilePhoto.chosen || user.profilePhoto.default}
                name={user.username}
                userId={user._id}
              />
              <span className={styles.names}>
                <span>{user.firstName}</span>
                <span className={styles.username}>@{user.username}</span>
              </span>
            </Link>
            <FollowButton user={user} viewer={viewer} />
          </li>
        ))}
      </ul>
    </section>
  )
}
