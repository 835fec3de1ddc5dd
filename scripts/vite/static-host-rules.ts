import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Connect, Plugin } from 'vite'

/**
 * The rules that every host of the app must follow, for `vite` and `vite preview`: return 404, and not the app's page,
 * for `/api/*` (only the service worker serves it) and for assets of another build.
 */
export function staticHostRules(): Plugin {
  let built = ''
  let base = '/'
  return {
    name: 'static-host-rules',
    configResolved(config) {
      built = resolve(config.root, config.build.outDir)
      base = config.base
    },
    async writeBundle({ dir }) {
      // GitHub Pages, Netlify and Cloudflare Pages send this file, with status 404, for unknown paths: a link to a
      // post works on a first visit, too (docs/club.md#the-app-alone-on-a-static-host).
      if (dir) await copyFile(join(dir, 'index.html'), join(dir, '404.html'))
    },
    configureServer({ middlewares }) {
      middlewares.use(refuse((path) => path.startsWith('/api/')))
    },
    configurePreviewServer({ middlewares }) {
      const assets = `${base}assets/`
      const isGone = (path: string) =>
        path.startsWith(assets) && !existsSync(join(built, path.slice(base.length)))
      middlewares.use(refuse((path) => path.startsWith('/api/') || isGone(path)))
    },
  }
}

function refuse(matches: (path: string) => boolean): Connect.NextHandleFunction {
  return (request, response, next) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (!matches(pathname)) return next()
    response.statusCode = 404
    response.end('Not found')
  }
}
