import { apiErrors } from '../../../src/contract/errors.ts'
import { guest } from '../../../src/contract/guest.ts'
import { fold } from '../../../src/contract/words.ts'
import { refuseIf } from './rule.ts'
import { nowAt } from './upload-rules.ts'
import type { ModelUser, World } from './world.ts'

const OWN = ['username', 'name', 'firstName', 'bio'] as const

/** Fields that a merge ignores: those that only the back end writes (R3.2), prototype keys, and secrets (R3.17). */
const IGNORED_FIELDS = [
  ...['_id', 'id', 'followers', 'following', 'bookmarks', 'liked', 'createdAt', 'updatedAt'],
  ...['__proto__', 'constructor', 'prototype', 'password', 'profilePhoto', 'coverPhoto'],
  ...['currentPassword', 'encodedToken'],
  ...OWN,
]

/** Names are stored trimmed; a bio is stored as sent. */
function textOf(field: (typeof OWN)[number], fields: Fields): string {
  const text = String(fields[field])
  return field === 'bio' ? text : text.trim()
}

type Fields = {
  [field: string]: unknown
  profilePhoto?: Partial<ModelUser['profilePhoto']>
  coverPhoto?: Partial<ModelUser['coverPhoto']>
}

/** The form in which names are compared: `Ada ` and `ada` are the same at log-in. */
export function sameName(one: string, other: string): boolean {
  return fold(one) === fold(other)
}

function isOfFormerMembers(name: string): boolean {
  return /^former member \d/.test(fold(name).replaceAll(/\s+/g, ' '))
}

/**
 * Merges the sent fields into `user`. A username must stay unique; an empty password means unchanged. The
 * guest's username and password cannot be changed, and no other user may have its name, or one of former members.
 */
export function mergeProfile(world: World, user: ModelUser, fields: Fields, path = ''): void {
  const { username } = fields as { username?: string }
  const isRenamed = username !== undefined && username.trim() !== user.username
  refuseIf(
    user.username === guest.username && (isRenamed || !!fields.password),
    apiErrors.guestIsFixed,
  )
  const others = world.data.users.filter((other) => other !== user)
  const names = [...others.map((other) => other.username), guest.username]
  const isTaken = (name: string) =>
    isOfFormerMembers(name) || names.some((other) => sameName(other, name))
  refuseIf(isRenamed && isTaken(username), apiErrors.usernameTaken)
  const photos = (['profilePhoto', 'coverPhoto'] as const).map((field) => {
    const photo = { ...user[field] }
    for (const part of ['default', 'chosen'] as const) {
      const url = fields[field]?.[part]
      if (url === undefined || url === photo[part]) continue
      photo[part] = nowAt(world, url, `${path}${field}.${part}`) ?? ''
    }
    if (photo.chosen !== user[field].chosen) photo.alt = undefined
    const alt = fields[field]?.alt
    if (alt !== undefined) photo.alt = photo.chosen && alt.trim() ? alt.trim() : undefined
    return { [field]: photo }
  })
  Object.assign(user, ...photos)
  for (const field of OWN) if (fields[field] !== undefined) user[field] = textOf(field, fields)
  if (fields.password) user.password = String(fields.password)
  for (const [field, value] of Object.entries(fields)) {
    if (!IGNORED_FIELDS.includes(field)) user.extra[field] = value
  }
}
