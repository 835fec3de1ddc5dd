import { useInfiniteQuery } from '@tanstack/react-query'
import type { ViewedUser } from '../../contract/viewed.ts'
import { feedQuery } from '../../data/posts.ts'
import { peopleQuery } from '../../data/users.ts'
import { TalkedAbout } from '../content/talked-about.tsx'
import { LinksCard } from './links-card.tsx'

/** The right column below "Who to follow": once all its cards have their rows, so that no late one pushes another down. */
export function LowerCards({ viewer }: { viewer: ViewedUser }) {
  const people = useInfiniteQuery({ ...peopleQuery(), enabled: false })
  const feed = useInfiniteQuery({ ...feedQuery, enabled: false })
  if (people.isPending || feed.isPending) return null
  return (
    <>
      <TalkedAbout viewer={viewer} />
      <LinksCard />
    </>
  )
}
