import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Builds the app into a new folder.
 * @param name names the build, as if its sources were different
 * @param options for `vite build`
 */
export async function buildApp(name: string, ...options: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `gearheads-${name}-`))
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir']
  await promisify(execFile)(process.execPath, [...vite, ...options], {
    cwd: root,
    env: { ...process.env, VITE_BUILD: name, NODE_ENV: 'production' },
  }).catch(async (error) => {
    await rm(folder, { recursive: true })
    throw error
  })
  return folder
}
