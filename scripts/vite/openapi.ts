import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { openApiDocument } from '../api-description/openapi.ts'

const FILE = 'openapi.json'

/**
 * Makes the API's description at build time, as a file: to make it in the worker, on demand, would
 * take more than the worker may weigh. The worker keeps it for offline use and serves it under /api.
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
