/**
 * `node scripts/server-files.ts <folder>`: copies what a club's server needs besides the built app and its packages, for
 * the Dockerfile. The list follows from the imports, so that no file can be forgotten.
 */
import { cpSync, existsSync, readFileSync, statSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { argv } from 'node:process'

const ENTRIES = ['server/main.ts', 'server/migrate.ts']

/** `import … from './a.ts'`, `import('./a.ts')` and `new URL('../a', import.meta.url)`. */
const IMPORT =
  /(?:\bfrom|\bimport)\s*\(?\s*'([\w@./:-]+)'|new URL\('([\w./-]+)', import\.meta\.url\)/g

/** The build makes it, and the server needs only its result. */
const BUILT = 'dist'

/** The files and folders below `root` that the server reads, and the packages that it imports. */
export function serverFiles(root: string): { files: string[]; packages: string[] } {
  const files = new Set(['package.json'])
  const packages = new Set<string>()
  const add = (path: string) => {
    if (path === '' || path === BUILT || files.has(path)) return
    files.add(path)
    const full = join(root, path)
    if (!path.endsWith('.ts') || !existsSync(full)) return
    // Without the types, whose imports do not exist at run time.
    const code = stripTypeScriptTypes(readFileSync(full, 'utf8'))
    for (const [, imported = '', url = ''] of code.matchAll(IMPORT)) {
      const target = url || imported
      if (target.startsWith('.')) add(relative(root, join(root, dirname(path), target)))
      else if (!target.startsWith('node:')) packages.add(packageOf(target))
    }
  }
  for (const entry of ENTRIES) add(entry)
  return { files: [...files].sort(), packages: [...packages].sort() }
}

/** `@scope/name` or `name`, without the path in it. */
function packageOf(imported: string): string {
  return imported
    .split('/')
    .slice(0, imported.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Copies the files of the server from `root` to `folder`. */
export function copyServer(root: string, folder: string): void {
  for (const path of serverFiles(root).files) {
    const recursive = statSync(join(root, path)).isDirectory()
    cpSync(join(root, path), join(folder, path.split(sep).join('/')), { recursive })
  }
}

const [, , folder] = argv
if (import.meta.main && folder) copyServer('.', folder)
