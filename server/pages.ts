import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { PRIVACY_PATH } from '../src/contract/privacy-path.ts'
import { PRIVACY_POLICY, type PrivacyFacts, privacyPage } from './privacy.ts'
import type { SignUp } from './sign-ups.ts'

/** The page in its own form, and files for static hosts. */
const NOT_SERVED = /^\/((index|404|mock)\.html|club-sw\.js|_headers|\.vite\/.*)?$/

const WORKER_POLICY = "default-src 'none'; script-src 'self'"

type Marks = {
  controls: boolean
  membersOnly: boolean
  signUp: SignUp
}

/** The built app in `folder`, marked as that of a club, and its privacy page. */
export function pages(folder: string, { facts, ...marks }: Marks & { facts: PrivacyFacts }): Hono {
  const page = readPage(join(folder, 'index.html'), marks)
  // With a wider policy: see src/pwa/tester-page.ts.
  const testerPage = readPage(join(folder, 'mock.html'), marks)
  const worker = markOfWorker(marks) + readFileSync(join(folder, 'club-sw.js'), 'utf8')

  const app = new Hono()
  app.use(compress(), async (c, next) => {
    await next()
    c.header('Vary', 'Origin', { append: true })
  })
  // A browser replaces the headers of its copy by those of a 304.
  app.use(etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'content-security-policy'] }))
  app.get('/sw.js', (c) => {
    c.header('Content-Security-Policy', "script-src 'self'")
    c.header('Cache-Control', 'no-cache')
    return c.body(worker, 200, { 'Content-Type': 'text/javascript; charset=utf-8' })
  })
  const files = serveStatic({
    root: folder,
    onFound: (path, c) => {
      c.header('Cache-Control', cacheControl(path))
      // Of dedicated workers, which have no policy from their page, and load scripts and nothing else.
      if (path.endsWith('.js')) c.header('Content-Security-Policy', WORKER_POLICY)
    },
  })
  app.use((c, next) => (NOT_SERVED.test(c.req.path) ? next() : files(c, next)))
  app.get(PRIVACY_PATH, (c) => {
    c.header('Content-Security-Policy', PRIVACY_POLICY)
    c.header('Cache-Control', 'no-cache')
    return c.html(privacyPage(facts))
  })
  app.get('*', async (c, next) => {
    if (!isNavigation(c)) return next()
    const { html, policy } = /^\/mock\/?$/.test(c.req.path) ? testerPage : page
    c.header('Content-Security-Policy', policy)
    c.header('Cache-Control', 'no-cache')
    return c.html(html)
  })
  return app
}

/** A page of the build, marked as that of a club, and its policy. Only a header can forbid frames. */
function readPage(file: string, marks: Marks): { html: string; policy: string } {
  const html = readFileSync(file, 'utf8')
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? []
  return {
    // See src/pwa/club.ts and docs/tried-and-measured.md#060.
    html: html.replace('<html ', `<html ${marksOfPage(marks)} `),
    policy: `${policy}; frame-ancestors 'none'`,
  }
}

function marksOfPage({ controls, membersOnly, signUp }: Marks): string {
  const marks = [`data-club="${controls ? 'controls' : ''}"`]
  if (membersOnly) marks.push('data-members-only')
  if (signUp !== 'open') marks.push(`data-sign-up="${signUp}"`)
  return marks.join(' ')
}

/** The worker caches the page: when the marks change, its own bytes must change too. */
function markOfWorker({ membersOnly, signUp, controls }: Marks): string {
  const marks = membersOnly || signUp !== 'open' ? { membersOnly, signUp, controls } : true
  return `self.club = ${JSON.stringify(marks)};\n`
}

/** A name in assets/ has a hash of its content, so it never changes what it stands for. */
function cacheControl(path: string): string {
  return /[/\\]assets[/\\]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** Any path is a screen of the app. A missing file, such as that of another build, is none. */
function isNavigation({ req }: Context): boolean {
  if (req.path.startsWith('/assets/')) return false
  return /text\/html/.test(req.header('Accept') ?? '') || !/\.\w+$/.test(req.path)
}
