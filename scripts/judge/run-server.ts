import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { contentTypes, LocalServer } from '../local-server.ts'
import type { Handles } from './plan.ts'

/** The files of the built app, by their paths. */
export type AppFiles = ReadonlyMap<string, Buffer | string>

export function readApp(folder: string): AppFiles {
  const names = globSync('**/*.*', { cwd: folder })
  return new Map(names.map((name) => [`/${name}`, readFileSync(join(folder, name))]))
}

export type RunOptions = {
  /** The code of an assignment, if students are to know it. */
  assignment?: string
  /** Demanded by all controls then (docs/product.md#R13.19). */
  controlKey?: string
  /** Of the data of a new device. Without it, they are the seed of the app. */
  seed?: number
}

/** The app with the handles of a run in its pages and its worker. */
export function filesOfRun(
  app: AppFiles,
  handles: Handles,
  { assignment, controlKey, seed }: RunOptions = {},
): AppFiles {
  const marks = [`data-run="${handles.page}"`]
  if (assignment) marks.push(`data-assignment="${assignment}"`)
  const globals = [`self.run = '${handles.worker}';\n`]
  if (controlKey) {
    marks.push('data-no-controls')
    const hash = createHash('sha256').update(controlKey).digest('base64url')
    globals.push(`self.controlKey = '${hash}';\n`)
  }
  if (seed !== undefined) globals.push(`self.seed = ${seed};\n`)
  return new Map(
    [...app].map(([path, body]) => {
      if (path === '/sw.js') return [path, globals.join('') + body]
      if (!/^\/\w+\.html$/.test(path)) return [path, body]
      return [path, String(body).replace('<html ', `<html ${marks.join(' ')} `)]
    }),
  )
}

/**
 * Serves the app for one run, at an address of its own. All runs have the same files: only the handles differ, and they do
 * in every run.
 */
export async function serveRun(
  app: AppFiles,
  handles: Handles,
  options?: RunOptions,
): Promise<LocalServer> {
  const files = filesOfRun(app, handles, options)
  const server = new LocalServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    // Any path without an extension is a screen of the app. Its API is in the worker.
    const isScreen = extname(pathname) === '' && !/^\/api(\/|$)/.test(pathname)
    const page = /^\/mock\/?$/.test(pathname) ? '/mock.html' : '/index.html'
    const path = isScreen ? page : pathname
    send(response, path, files.get(path))
  })
  await server.start()
  return server
}

function send(response: ServerResponse, path: string, body: Buffer | string | undefined): void {
  response.writeHead(body === undefined ? 404 : 200, {
    'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
    'Cache-Control': 'no-cache',
  })
  response.end(body)
}
