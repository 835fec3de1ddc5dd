import { expect, test } from 'vitest'
import { readableError } from './readable-error.ts'

test.each([
  ['userData.firstName: must not be empty', 'The name must not be empty.'],
  [
    'images.0.alt: must have at most 1000 characters',
    'The description must have at most 1000 characters.',
  ],
  ["images.0.url: This picture doesn't exist.", "This picture doesn't exist."],
  ['limit: must be a whole number', '"limit" must be a whole number.'],
  ['version: This field is missing.', '"version" is missing.'],
  ['userData.password: This field is missing.', 'The password is missing.'],
  [
    'Username Already Exists. Please choose another username',
    'Username Already Exists. Please choose another username',
  ],
  ['Note: read this', 'Note: read this'],
])('%s → %s (R11.34)', (text, expected) => {
  expect(readableError(text)).toBe(expected)
})
