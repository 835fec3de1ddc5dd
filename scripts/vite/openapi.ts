import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { openApiDocument } from '../api-description/openapi.ts'

const FILE = 'openapi.json'

/**
 * Writes the OpenAPI description at build time, because the code that generates it is too large for the worker. The
 * worker caches the file and serves it under /api.
 */
export function openApi(): Plugin {
  let text = ''
  return {
    name: 'openapi',
    configResolved({ root }) {
      const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      text = JSON.stringify(openApiDocument(version))
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: text })
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${FILE}`, (_request, response) => {
        response.setHeader('Content-Type', 'application/json')
        response.end(text)
      })
    },
  }
}
