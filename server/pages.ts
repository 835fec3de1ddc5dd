import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'

/** The page in its own form, and files for static hosts. */
const NOT_SERVED = /^\/((index|404|mock)\.html|_headers|\.vite\/.*)?$/

/** The built app in `folder`, marked as that of a club. */
export function pages(folder: string, controls: boolean): Hono {
  const page = readPage(join(folder, 'index.html'), controls)
  // With a wider policy: see src/pwa/tester-page.ts.
  const testerPage = readPage(join(folder, 'mock.html'), controls)
  const worker = `self.club = true;\n${readFileSync(join(folder, 'sw.js'), 'utf8')}`

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
    onFound: (path, c) => c.header('Cache-Control', cacheControl(path)),
  })
  app.use((c, next) => (NOT_SERVED.test(c.req.path) ? next() : files(c, next)))
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
function readPage(file: string, controls: boolean): { html: string; policy: string } {
  const html = readFileSync(file, 'utf8')
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? []
  return {
    // See src/pwa/club.ts and docs/decisions/060-a-club-marks-the-page-and-the-worker.md.
    html: html.replace('<html ', `<html data-club="${controls ? 'controls' : ''}" `),
    policy: `${policy}; frame-ancestors 'none'`,
  }
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
