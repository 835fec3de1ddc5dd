import type { UserRow } from '../store/tables.ts'
import { publicFile } from './public-file.ts'

/** The default pictures of a user. */
export const DEFAULT_PHOTO = publicFile('/seed/people/default-avatar.svg')
export const DEFAULT_COVER = publicFile('/seed/covers/default-cover.svg')

/** A user with the defaults of R3.3: empty bio and pictures. */
export function newUser(
  fields: Pick<UserRow, 'username' | 'firstName' | 'password' | 'createdAt'> & Partial<UserRow>,
): Omit<UserRow, '_id' | 'id'> {
  return {
    name: fields.firstName,
    bio: '',
    profilePhoto: { default: DEFAULT_PHOTO, chosen: '' },
    coverPhoto: { default: DEFAULT_COVER, chosen: '' },
    updatedAt: fields.createdAt,
    extra: {},
    ...fields,
  }
}
