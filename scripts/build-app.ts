import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Build the app into a new folder.
 * @param name names the build, as if its sources were others
 * @param options for `vite build`
 */
export async function buildApp(name: string, ...options: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `gearheads-${name}-`))
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir']
  await promisify(execFile)(process.execPath, [...vite, ...options], {
    cwd: root,
    env: { ...process.env, VITE_BUILD: name, NODE_ENV: 'production' },
  })
  return folder
}
