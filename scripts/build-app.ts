import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildId } from './vite/build-id.ts'

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

/**
 * A build of the app that is kept until its sources change, for several tests and commands.
 * @param kind names the folder
 */
export async function keptBuild(kind: string, build: () => Promise<string>): Promise<string> {
  const kept = `${root}node_modules/.cache/${kind}-${buildId(root)}`
  if (!existsSync(kept)) {
    console.warn('Building the app …')
    const built = await build()
    // In two steps, because another process may look for it.
    await cp(built, `${kept}-${process.pid}`, { recursive: true })
    await rename(`${kept}-${process.pid}`, kept).catch((error) => {
      if (!existsSync(kept)) throw error
    })
    await rm(built, { recursive: true })
  }
  return kept
}

/** An update of the app: the same sources by another name, not minified, so that every file has another name, too. */
export const secondBuild = () => keptBuild('second', () => buildApp('second', '--minify', 'false'))
