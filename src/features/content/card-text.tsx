import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { excerpt } from '../../contract/text-parts.ts'
import { namedUserQuery } from '../../data/users.ts'
import { RichText } from '../../ui/rich-text.tsx'
import styles from './card.module.css'

/** The text of a card. A long one begins as an excerpt, unless `whole`. */
export function CardText({ text, whole }: { text: string; whole?: boolean }) {
  const [expanded, setExpanded] = useState(false)
  const start = whole ? undefined : excerpt(text)
  return (
    <div data-testid="card-text" className={styles.text}>
      <RichText
        text={start === undefined || expanded ? text : `${start}…`}
        renderName={(name, typed) => <Mention name={name} typed={typed} />}
      />
      {start !== undefined && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={expanded}
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Show less' : 'Show more'}
        </button>
      )}
    </div>
  )
}

/** Links to the profile of the user with this username. An unknown name stays as it was typed. */
export function Mention({ name, typed }: { name: string; typed: string }) {
  const { data } = useQuery(namedUserQuery(name))
  const user = data?.[0]
  if (!user) return typed
  return (
    <Link to="/profilePage/$profileId" params={{ profileId: user._id }}>
      @{name}
    </Link>
  )
}
