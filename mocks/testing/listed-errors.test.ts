import { expect, test } from 'vitest'
import { apiErrors } from '../../src/contract/errors.ts'
import { mustBeListed } from './listed-errors.ts'

test('an error that the contract of a call does not list fails the test', () => {
  const { text } = apiErrors.followSelf
  expect(() => mustBeListed('GET /api/posts/:postId', text)).toThrow('is not in its refuses')
  expect(() => mustBeListed('POST /api/users/follow/:id', text)).not.toThrow()
})

test.each([
  ['a general error', 'GET /api/users/bookmark', apiErrors.notRegistered.text],
  ['an unknown cursor of a list', 'GET /api/posts', apiErrors.unknownPost.text],
  ['a text that names a field', 'POST /api/posts', 'content: must be a text'],
] as const)('%s needs no entry', (_, name, text) => {
  expect(() => mustBeListed(name, text)).not.toThrow()
})
