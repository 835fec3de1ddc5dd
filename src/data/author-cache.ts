import type { QueryClient } from '@tanstack/react-query'
import type { User } from '../contract/entities.ts'
import { COMMENTS } from './comment-cache.ts'
import { patch } from './patch.ts'
import { POSTS } from './post-cache.ts'

type Json = { [key: string]: unknown }

/**
 * Show a user's new name and photo on every post and comment that is cached, and in every list of
 * those who liked or voted, without asking for any of them anew: there may be thousands.
 */
export function changeAuthor(client: QueryClient, user: User): void {
  for (const queryKey of [POSTS, COMMENTS]) {
    patch(client, queryKey, (data) => withAuthor(data, user))
  }
}

/** The same value where nothing in it is the user's, so that nothing is drawn anew in vain. */
export function withAuthor(value: unknown, user: User): unknown {
  if (Array.isArray(value)) {
    const changed = value.map((item) => withAuthor(item, user))
    return changed.some((item, index) => item !== value[index]) ? changed : value
  }
  if (typeof value !== 'object' || value === null) return value
  const old = value as Json
  const next: Json = {}
  let isChanged = false
  for (const [key, part] of Object.entries({ ...old, ...faceOf(old, user) })) {
    next[key] = withAuthor(part, user)
    isChanged ||= next[key] !== old[key]
  }
  return isChanged ? next : value
}

/** What changes on a post or comment of the user, and on a copy of the user. */
function faceOf(thing: Json, { _id, username, profilePhoto, firstName }: User): Json {
  if (thing.userId === _id) {
    return { username, userPhoto: profilePhoto.chosen || profilePhoto.default }
  }
  if (thing._id === _id && 'profilePhoto' in thing) return { username, firstName, profilePhoto }
  return {}
}
