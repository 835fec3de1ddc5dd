import { fileURLToPath } from 'node:url'
import { buildApp, keptBuild } from '../build-app.ts'
import { buildId } from '../vite/build-id.ts'
import { type AppFiles, readApp } from './run-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The app as it is built for judged runs (`scripts/vite/judged-build.ts`). It is built again when its sources have changed.
 * @param base the path of its address
 */
export async function judgedApp(base = '/'): Promise<AppFiles> {
  const build = () => buildApp(buildId(root), '--mode', 'judged', '--base', base)
  return readApp(await keptBuild(`judged${base.replaceAll('/', '-')}`, build))
}
