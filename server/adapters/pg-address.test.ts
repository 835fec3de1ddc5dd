import { expect, test } from 'vitest'
import { hostAddresses, withOption } from './pg-address.ts'

test.each([
  ['postgres://u:p@a/d', ['postgres://u:p@a/d']],
  ['postgres://u:p@a:1,b:2/d?ssl=1', ['postgres://u:p@a:1/d?ssl=1', 'postgres://u:p@b:2/d?ssl=1']],
  ['postgresql://a,[::1]:2', ['postgresql://a', 'postgresql://[::1]:2']],
  ['postgres://u:a,b@c,d/e', ['postgres://u:a,b@c/e', 'postgres://u:a,b@d/e']],
  ['postgres://u:hun@ter/2@a/d', ['postgres://u:hun@ter/2@a/d']],
  ['postgres:///d?host=/var/run/a,b', ['postgres:///d?host=/var/run/a,b']],
])('%s has the hosts %j', (url, expected) => {
  expect(hostAddresses(url)).toEqual(expected)
})

test.each([
  ['postgres://a:1,b:2/d', 'postgres://a:1,b:2/d?options=-c+search_path%3Dclub'],
  [
    'postgres://a/d?options=-c%20search_path%3Dmain&ssl=1',
    'postgres://a/d?options=-c+search_path%3Dmain+-c+search_path%3Dclub&ssl=1',
  ],
])('%s takes another option', (url, expected) => {
  expect(withOption(url, '-c search_path=club')).toBe(expected)
})
