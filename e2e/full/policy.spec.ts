// Attacks that the content security policy (scripts/vite/content-security-policy.ts) must stop. That it allows what the app does is
// shown by all other tests: each fails when the console names a violation.
import { readFileSync } from 'node:fs'
import { firstPhoto } from '../support/actions.ts'
import { asViewer } from '../support/as-user.ts'
import { expect, posts, signUp, test, writePost } from '../support/fixtures.ts'
import { expectShown } from '../support/pictures.ts'
import { markupAttacks, scriptAttacks, watchViolations } from '../support/policy.ts'
import { goOffline, test as onHost } from '../support/pwa-fixtures.ts'

test('no injected HTML runs or gets out', async ({ page, context, expectErrors }) => {
  const violations = await watchViolations(page)
  const ran: string[] = []
  const foreign: string[] = []
  await page.exposeFunction('ran', (name: string) => ran.push(name))
  await context.route('https://evil.example/**', (route) => {
    foreign.push(route.request().url())
    return route.abort()
  })
  await page.route('/', async (route) => {
    const answer = await route.fetch()
    const attacks = markupAttacks.map(([html]) => html).join('\n')
    const link = `<a href="javascript:ran('a link')">Free fuel</a>`
    const body = (await answer.text()).replace('</body>', `${attacks}${link}</body>`)
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Log-in Form' })).toBeVisible()
  const stopped = () => violations.map(({ directive }) => directive)
  for (const [html, stoppedBy] of markupAttacks)
    await expect.poll(stopped, { message: html }).toContain(stoppedBy)
  const before = violations.length
  await page.getByText('Free fuel').click()
  await expect.poll(() => stopped().slice(before)).toContain('script-src-elem')
  expect({ ran, foreign }).toEqual({ ran: [], foreign: [] })
  expectErrors(/Content Security Policy/)
})

test('texts are never code, and reach no other host; nor do pictures tell it the page (R16.9)', async ({
  page,
  expectErrors,
}) => {
  const violations = await watchViolations(page)
  const { username } = await signUp(page)
  const outcomes = await page.evaluate(scriptAttacks)
  expect(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'stopped')).toEqual([])
  const stoppedBy = ['require-trusted-types-for', 'script-src-elem', 'connect-src', 'trusted-types']
  for (const directive of stoppedBy) {
    await expect.poll(() => violations.map((one) => one.directive)).toContain(directive)
  }
  expectErrors(/Trusted/, /Content Security Policy/)

  // Profiles and posts are shown as text, and javascript: is never a link.
  violations.length = 0
  const me = await asViewer(page)
  const evil = `<script>ran()</script><img src=x onerror=ran()> javascript:ran() data:text/html,x`
  await writePost(page, evil)
  await me('POST /api/users/edit', { userData: { bio: evil, firstName: evil } })
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await expect(page.getByRole('region', { name: `Profile of ${username}` })).toContainText(evil)
  await expect(posts(page).first()).toContainText(evil)
  const code = page.locator('[href^="javascript:"], [src^="javascript:"], [onerror]')
  await expect(code).toHaveCount(0)

  const referrers: (string | undefined)[] = []
  await page.route('https://pictures.example/**', async (route) => {
    referrers.push((await route.request().allHeaders()).referer)
    await route.fulfill({ path: 'public/icons/icon-192.png' })
  })
  const linked = { content: 'By its address', imageUrl: 'https://pictures.example/1.png' }
  await me('POST /api/posts', linked)
  await page.reload()
  await expect(posts(page).first()).toContainText(linked.content)
  await expectShown(firstPhoto(page))
  expect(referrers.length).toBeGreaterThan(0)
  expect(referrers.filter(Boolean)).toEqual([])
  expect(violations).toEqual([])
})

onHost('the page from the worker has the same policy, headers included', async ({ page, host }) => {
  const everywhere = readFileSync(`${host.folder}/_headers`, 'utf8').split('\n/*\n')[1] ?? ''
  for (const [, name = '', value = ''] of everywhere.matchAll(/^ {2}([\w-]+): (.+)$/gm)) {
    host.headers[name.toLowerCase()] = value
  }
  expect(host.headers).toMatchObject({
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
  })
  await page.goto(host.url)
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]')
  const written = await policy.getAttribute('content')
  await goOffline(page)
  const answer = await page.goto(`${host.url}nowhere`)
  expect(answer?.fromServiceWorker()).toBe(true)
  expect(answer?.headers()).toMatchObject(host.headers)
  await expect(policy).toHaveAttribute('content', written ?? '')
})
