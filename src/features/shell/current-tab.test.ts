import { expect, test } from 'vitest'
import { tabOf } from './current-tab.ts'

const OWN = '/profilePage/me'

test('a screen that the bars link to is its own tab', () => {
  expect(tabOf('/explore', 'me', '/bookMarkPage')).toBe('/explore')
  expect(tabOf(OWN, 'me', '/explore')).toBe(OWN)
})

test('a deep screen belongs to the tab it was opened from, or after a cold start to Home or none', () => {
  expect(tabOf('/post/1', 'me', '/bookMarkPage')).toBe('/bookMarkPage')
  expect(tabOf('/profilePage/other', 'me', OWN)).toBe(OWN)
  expect(tabOf('/post/1', 'me')).toBe('/homePage')
  expect(tabOf('/profilePage/other', 'me')).toBeUndefined()
})

test('the request tester and unknown paths belong to no tab', () => {
  expect(tabOf('/mock', 'me', '/explore')).toBeUndefined()
  expect(tabOf('/nowhere', 'me')).toBeUndefined()
})
