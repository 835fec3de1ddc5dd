import { newUser } from '../domain/new-user.ts'
import type { CommentRow, PostRow } from '../store/tables.ts'

const written = { createdAt: '2026-01-01T00:00:00+00:00', updatedAt: '2026-01-01T00:00:00+00:00' }

/** Rows to insert, with default values for the fields that a test does not need. */
export function userFields(username: string) {
  return newUser({ username, firstName: username, password: 'Torque#1', ...written })
}

export function postFields(fields: Partial<PostRow> = {}): Omit<PostRow, '_id' | 'id'> {
  return { userId: 'mira', content: 'Text', takenLikes: 0, ...written, ...fields }
}

export function commentFields(fields: Partial<CommentRow> = {}): Omit<CommentRow, '_id' | 'id'> {
  return { postId: 'post', userId: 'mira', content: 'Text', ...written, ...fields }
}
