import { expect, test } from 'vitest'
import { fieldErrors, isValidPassword, refusedField, validationError } from './credentials.ts'

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
])('%s is a valid password: %s (R3.8, R15.1)', (password, valid) => {
  expect(isValidPassword(password)).toBe(valid)
})

test('reports an empty field before an invalid password (R3.7, R11.3)', () => {
  expect(validationError({ username: '', password: 'bad' })).toBe('Fill all the fields')
  expect(validationError({ username: 'ada', password: '' })).toBe('Fill all the fields')
  expect(validationError({ name: ' ', username: 'ada', password: 'Torque1!' })).toBe(
    'Fill all the fields',
  )
})

test('reports an invalid password, and nothing for a valid form (R3.8, R11.3)', () => {
  expect(validationError({ username: 'ada', password: 'bad' })).toBe(
    'Please fill password correctly',
  )
  expect(validationError({ username: 'ada', password: 'Torque1!' })).toBeUndefined()
})

test('names each invalid field and says how to correct it', () => {
  expect(fieldErrors({ name: ' ', username: '', password: 'bad' })).toEqual({
    name: 'Enter your name.',
    username: 'Enter your username.',
    password: expect.stringContaining('7 to 15 characters'),
  })
  expect(fieldErrors({ username: 'ada', password: 'Torque1!' })).toEqual({})
})

test('an error of the API belongs to the field that it is about', () => {
  expect(Object.keys(refusedField(422, 'Username Already Exists.'))).toEqual(['username'])
  expect(Object.keys(refusedField(401, 'Unauthorized access error.'))).toEqual(['password'])
  expect(refusedField(400, 'userData.username: must not be empty')).toEqual({
    username: 'This must not be empty.',
  })
  const changed = { password: 'Torque1!', currentPassword: 'Torque2!' }
  expect(Object.keys(refusedField(401, 'Unauthorized access error.', changed))).toEqual([
    'currentPassword',
  ])
  expect(refusedField(500, 'Something went wrong')).toEqual({})
})
