import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'scripts',
  'src',
  'mocks',
  'sync',
  'public',
]

/**
 * Returns the id of a build of `root`. The same sources and settings give the same id on any machine, so that
 * building unchanged sources again is not an update.
 */
export function buildId(root: string): string {
  const hash = createHash('sha256')
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  hash.update(JSON.stringify(settings.sort()))
  const dotEnvs = readdirSync(root).filter((name) => name.startsWith('.env'))
  for (const file of [...SOURCES, ...dotEnvs].flatMap((path) => filesIn(root, path))) {
    hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex').slice(0, 10)
}

function filesIn(root: string, path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  const inside = readdirSync(join(root, path)).sort()
  return inside
    .filter((name) => !/\.test\.tsx?$|^testing$/.test(name))
    .flatMap((name) => filesIn(root, `${path}/${name}`))
}
