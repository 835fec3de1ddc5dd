import { expect, test } from 'vitest'
import { hostAddresses } from './pg-address.ts'

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
