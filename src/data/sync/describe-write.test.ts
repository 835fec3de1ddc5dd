import { expect, test } from 'vitest'
import type { UnsentWrite } from '../../../sync/messages.ts'
import type { Call } from '../../contract/call.ts'
import { type CallName, calls } from '../../contract/calls.ts'
import { describeWrite, profileTexts } from './describe-write.ts'
import { unsentOf } from './sync-status.ts'

const write = (call: CallName, body: unknown = undefined, part: Partial<UnsentWrite> = {}) => ({
  name: '0197-1',
  call,
  change: (calls[call] as Call).change ?? '',
  params: {},
  body,
  userId: 'mira',
  username: 'mira',
  ...part,
})
const names = { post: "kenji's post", user: 'kenji' }

test.each([
  ['POST /api/posts', { content: 'Two\n lines' }, 'Post: “Two lines”'],
  ['POST /api/posts', { content: '', imageUrl: '/api/uploads/1' }, 'Post with a picture'],
  [
    'POST /api/posts',
    { content: '', images: [{ url: 'a' }, { url: 'b' }] },
    'Post with 2 pictures',
  ],
  ['POST /api/posts', { content: '🏍'.repeat(61) }, `Post: “${'🏍'.repeat(60)}…”`],
  ['POST /api/posts/like/:postId', undefined, "Like kenji's post"],
  ['POST /api/users/bookmark/:postId', undefined, "Bookmark kenji's post"],
  ['POST /api/users/follow/:id', undefined, 'Follow kenji'],
  ['POST /api/comments/add/:postId', { content: 'Hi' }, "Comment on kenji's post: “Hi”"],
] as const)('%s %j is described as %s', (call, body, text) => {
  expect(describeWrite(write(call, body), names)).toBe(text)
})

test('the texts of a profile edit are listed in full', () => {
  const bio = 'Two wheels, one spanner.\n'.repeat(9)
  const photo = { chosen: '', default: '' }
  const edit = write('POST /api/users/edit', { userData: { username: 'kenji', bio, photo } })
  expect(profileTexts(edit)).toEqual([
    ['User-Name', 'kenji'],
    ['Bio', bio],
  ])
  expect(profileTexts(write('POST /api/posts', { content: 'Hi' }))).toEqual([])
})

test("a user's writes are listed without those of others, and a picture with its post as one", () => {
  const picture = write('POST /api/uploads', undefined, { name: '0197-2' })
  const post = write('POST /api/posts', { content: '', imageUrl: '/api/uploads/0197-2' })
  const foreign = write('POST /api/posts', { content: '' }, { userId: 'kenji' })
  expect(unsentOf({ pending: [picture, post, foreign] }, 'mira')).toEqual([post])
  expect(unsentOf({ pending: [picture, foreign] }, 'mira')).toEqual([picture])
})
