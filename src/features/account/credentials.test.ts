import { expect, test } from 'vitest'
import { isValidPassword, validationError } from './credentials.ts'

test.each([
  ['Torque1!', true],
  ['a1!aaaa', true],
  ['a1!aaa', false],
  ['a1!aaaaaaaaaaaa', true],
  ['a1!aaaaaaaaaaaaa', false],
  ['Torque!!', false],
  ['Torque11', false],
  ['Torque1!?', false],
  ['Torque 1!', false],
  ['1234567!', true],
])('%s is a valid password: %s', (password, valid) => {
  expect(isValidPassword(password)).toBe(valid)
})

test('reports an empty field before an invalid password', () => {
  expect(validationError({ username: '', password: 'bad' })).toBe('Fill all the fields')
  expect(validationError({ username: 'ada', password: '' })).toBe('Fill all the fields')
  expect(validationError({ name: ' ', username: 'ada', password: 'Torque1!' })).toBe(
    'Fill all the fields',
  )
})

test('reports an invalid password, and nothing for a valid form', () => {
  expect(validationError({ username: 'ada', password: 'bad' })).toBe(
    'Please fill password correctly',
  )
  expect(validationError({ username: 'ada', password: 'Torque1!' })).toBeUndefined()
})
