import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { stubs } from '../scripts/vite/stubs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Where everything that is measured is built; not kept in git. */
export const builtIn = (name: SiteName) => `${root}dist-bench/${name}`

/** Us, and what is measured beside us: see the README of this folder. */
export type SiteName = 'app' | 'floor' | 'stock-msw' | 'full-list'

/** Build a site. @returns the folders to serve, the first before the second */
export async function buildSite(name: SiteName): Promise<string[]> {
  if (name === 'app') {
    await buildApp()
    return [builtIn('app')]
  }
  await buildPeer(name)
  // Another client of the app's own worker.
  return name === 'full-list' ? [builtIn(name), builtIn('app')] : [builtIn(name)]
}

/** The app, as `npm run build` builds it. @returns how long it took, in seconds */
export async function buildApp(): Promise<number> {
  const start = performance.now()
  const vite = [
    'node_modules/vite/bin/vite.js',
    'build',
    '--outDir',
    builtIn('app'),
    '--emptyOutDir',
  ]
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, vite, { cwd: root, env })
  return (performance.now() - start) / 1000
}

async function buildPeer(name: Exclude<SiteName, 'app'>): Promise<void> {
  await build({
    configFile: false,
    root: `${root}bench/peers/${name}`,
    logLevel: 'error',
    // Stock MSW comes with all that it depends on.
    resolve: { alias: name === 'stock-msw' ? {} : stubs },
    plugins: [react()],
    build: { target: 'es2023', manifest: true, outDir: builtIn(name), emptyOutDir: true },
  })
  const worker = 'mockServiceWorker.js'
  if (name === 'stock-msw')
    await copyFile(`${root}node_modules/msw/lib/${worker}`, `${builtIn(name)}/${worker}`)
}
