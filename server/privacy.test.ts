import { expect, test } from 'vitest'
import { type PrivacyFacts, privacyPage } from './privacy.ts'
import { club } from './testing/http-api.ts'

const facts: PrivacyFacts = { membersOnly: false, isLogged: true }

test('the privacy page of a club has no scripts, and a policy that allows none', async () => {
  const { send } = await club({ contact: 'anna@example.org', log: () => undefined })
  const page = await send('/privacy')
  expect(page.status).toBe(200)
  expect(page.headers.get('Content-Type')).toContain('text/html')
  expect(page.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src/)
  expect(page.headers.get('Cache-Control')).toBe('no-cache')
  const html = await page.text()
  expect(html).not.toMatch(/<script|style="|\son\w+=/)
  expect(html).toContain('anna@example.org')
  expect(html).toMatch(/In the log of the server.*the id of your account/s)
})

test('it says who can read, by the options of the club (R16.18)', () => {
  expect(privacyPage(facts)).toMatch(/Everybody who can open the address of this club/)
  const page = privacyPage({ ...facts, membersOnly: true })
  expect(page).toMatch(/Members of this club can read/)
  expect(page).toMatch(/Logging out removes all of it/)
})

test('it names the image host and the log only where there are some', () => {
  expect(privacyPage(facts)).not.toMatch(/Pictures that you post\. Everybody/)
  const page = privacyPage({ ...facts, imageHost: 'https://res.example.com/x/', isLogged: false })
  expect(page).toContain('At res.example.com')
  expect(page).not.toContain('In the log of the server')
})

test('the contact is text', () => {
  const contact = '<img src=x onerror=alert(1)> & "Anna"'
  expect(privacyPage({ ...facts, contact })).toContain(
    '&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Anna&quot;',
  )
})
