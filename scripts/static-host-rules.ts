import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Connect, Plugin } from 'vite'

/**
 * What every host of the app must do, done by `vite` and `vite preview` too: answer 404, and not
 * the app's page, for `/api/*` (only the service worker answers it) and for assets of another build.
 */
export function staticHostRules(): Plugin {
  let built = ''
  return {
    name: 'static-host-rules',
    configResolved({ root, build }) {
      built = join(root, build.outDir)
    },
    configureServer({ middlewares }) {
      middlewares.use(refuse((path) => path.startsWith('/api/')))
    },
    configurePreviewServer({ middlewares }) {
      const isGone = (path: string) => path.startsWith('/assets/') && !existsSync(join(built, path))
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
