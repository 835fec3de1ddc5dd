import { refusals } from '../../../src/contract/refusals.ts'
import { refuseIf } from './rule.ts'
import { nowAt } from './upload-rules.ts'
import type { ModelUser, World } from './world.ts'

const OWN = ['username', 'name', 'firstName', 'bio'] as const

/** Nobody's to send: the server's own (design §5), and what reaches for the prototype. */
const PASSED_OVER = [
  ...['_id', 'id', 'followers', 'following', 'bookmarks', 'liked', 'createdAt', 'updatedAt'],
  ...['extra', '__proto__', 'constructor', 'prototype', 'password', 'profilePhoto', 'coverPhoto'],
  ...OWN,
]

type Fields = {
  [field: string]: unknown
  profilePhoto?: Partial<ModelUser['profilePhoto']>
  coverPhoto?: Partial<ModelUser['coverPhoto']>
}

/** Merge what was sent into `user`; a username must stay unique, an empty password is no change. */
export function mergeProfile(world: World, user: ModelUser, fields: Fields, path = ''): void {
  const others = world.data.users.filter((other) => other !== user)
  const taken = others.some(({ username }) => username === fields.username)
  refuseIf(taken, refusals.usernameTaken)
  const photos = (['profilePhoto', 'coverPhoto'] as const).map((field) => {
    const photo = { ...user[field] }
    for (const part of ['default', 'chosen'] as const) {
      const url = fields[field]?.[part]
      if (url === undefined || url === photo[part]) continue
      photo[part] = nowAt(world, url, `${path}${field}.${part}`) ?? ''
    }
    return { [field]: photo }
  })
  Object.assign(user, ...photos)
  for (const field of OWN) if (fields[field] !== undefined) user[field] = String(fields[field])
  if (fields.password) user.password = String(fields.password)
  for (const [field, value] of Object.entries(fields)) {
    if (!PASSED_OVER.includes(field)) user.extra[field] = value
  }
}
