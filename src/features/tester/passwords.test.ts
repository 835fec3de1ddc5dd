import { beforeEach, expect, test, vi } from 'vitest'
import { isAccountCall, passwordFinder } from './passwords.ts'

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://club.example/mock'))
  return () => vi.unstubAllGlobals()
})

/** The password of a log-in, after the sign-up of its user. */
function logInAt(address: string): unknown {
  const passwordOf = passwordFinder()
  passwordOf('/api/auth/signup', { username: 'ada', password: 'Mine#123' }, 201)
  return passwordOf(address, { username: 'ada', password: '' })
}

test.each(['/api/auth/login', 'https://club.example/api/auth/login'])(
  '%j gets the password of the sign-up (R14.29)',
  (address) => {
    expect(logInAt(address)).toBe('Mine#123')
    expect(isAccountCall(address)).toBe(true)
  },
)

test.each([
  ...['//evil.example', '/\\evil.example', '/\t/evil.example', '/\n\\evil.example'],
  ...['https://evil.example', '{{v}}', '{{v}}/..', '/{{v}}/..', 'https://club.e{{v}}ample'],
])('no password is sent to another host, such as %j', (start) => {
  const address = `${start}/api/auth/login`
  expect(logInAt(address)).toBe('')
  expect(isAccountCall(address)).toBe(false)
})
