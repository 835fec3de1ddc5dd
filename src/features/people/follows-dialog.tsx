import { useState } from 'react'
import type { User } from '../../contract/entities.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import styles from './people.module.css'
import { PeopleList } from './people-list.tsx'

/** Users that are shown at first, and that each "Show more" adds. */
const PAGE_SIZE = 50

type Props = { user: User; list: 'followers' | 'following'; viewer: User; onClose: () => void }

/** The followers of a user, or the users they follow. */
export function FollowsDialog({ user, list, viewer, onClose }: Props) {
  const [count, setCount] = useState(PAGE_SIZE)
  const people = user[list]
  const isFollowers = list === 'followers'
  return (
    <Dialog title={isFollowers ? 'Followers' : 'Following'} onClose={onClose} inAddress>
      {people.length === 0 && (
        <p className={styles.none}>
          {user.firstName} {isFollowers ? 'has no followers yet.' : "doesn't follow anyone yet."}
        </p>
      )}
      <PeopleList
        users={people.slice(0, count)}
        viewer={viewer}
        onMore={people.length > count ? () => setCount(count + PAGE_SIZE) : undefined}
      />
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  )
}
