import { useMutationState } from '@tanstack/react-query'
import type { User } from '../../contract/entities.ts'
import { pendingPosts } from '../../data/posts.ts'
import { SendingCard } from './sending-card.tsx'

/** The viewer's posts that are on their way, over the list that they will be in. */
export function SendingPosts({ viewer: { username, profilePhoto } }: { viewer: User }) {
  const posts = useMutationState(pendingPosts)
  const photo = profilePhoto.chosen || profilePhoto.default
  return posts.map(({ content, imageUrl }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they have no ids yet, and stay in their order
    <SendingCard key={index} {...{ photo, username, content, imageUrl }} />
  ))
}
