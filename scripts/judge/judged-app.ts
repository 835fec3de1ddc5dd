import { existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from '../build-app.ts'
import { buildId } from '../vite/build-id.ts'
import { type AppFiles, readApp } from './run-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The app as it is built for judged runs (`scripts/vite/judged-build.ts`). It is built again when its sources have changed.
 * @param base the path of its address
 */
export async function judgedApp(base = '/'): Promise<AppFiles> {
  const id = buildId(root)
  const kept = `${root}node_modules/.cache/judged-${id}${base.replaceAll('/', '-')}`
  if (!existsSync(kept)) {
    console.warn('Building the app …')
    const built = await buildApp(id, '--mode', 'judged', '--base', base)
    // In two steps, because another process may look for it.
    await cp(built, `${kept}-${process.pid}`, { recursive: true })
    await rename(`${kept}-${process.pid}`, kept).catch((error) => {
      if (!existsSync(kept)) throw error
    })
    await rm(built, { recursive: true })
  }
  return readApp(kept)
}
