import { expect, test } from 'vitest'
import { isGoodPassword, validationError } from './credentials.ts'

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
])('%s is a good password: %s', (password, good) => {
  expect(isGoodPassword(password)).toBe(good)
})

test('an empty field is complained about before the password', () => {
  expect(validationError({ username: '', password: 'bad' })).toBe('Fill all the fields')
  expect(validationError({ username: 'ada', password: '' })).toBe('Fill all the fields')
  expect(validationError({ name: ' ', username: 'ada', password: 'Torque1!' })).toBe(
    'Fill all the fields',
  )
})

test('a bad password is complained about, a good form is not', () => {
  expect(validationError({ username: 'ada', password: 'bad' })).toBe(
    'Please fill password correctly',
  )
  expect(validationError({ username: 'ada', password: 'Torque1!' })).toBeUndefined()
})
