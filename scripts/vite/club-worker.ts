import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve as resolvePath } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import type { ManifestEntry } from 'workbox-build'

/** `import.meta.env.CLUB`, which is true in the worker that a club's server serves. */
export const IS_CLUB = 'import.meta.env.CLUB'
const FILE = 'club-sw.js'

/**
 * Builds the worker for a club's address (`server/pages.ts`) from the same source as `sw.js`. A device's worker, which every
 * visitor loads before the first call, is a third smaller without the sync.
 * @param manifest the list of the precache, once `sw.js` is built
 */
export function clubWorker(manifest: () => ManifestEntry[]): Plugin {
  let config: ResolvedConfig
  return {
    name: 'club-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    closeBundle: {
      // After vite-plugin-pwa.
      order: 'post',
      sequential: true,
      async handler() {
        const { root, base, mode, resolve, build: options } = config
        await build({
          root,
          base,
          mode,
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          resolve: { alias: resolve.alias },
          define: { [IS_CLUB]: 'true', 'process.env.NODE_ENV': '"production"' },
          build: {
            target: 'es2023',
            outDir: options.outDir,
            emptyOutDir: false,
            minify: options.minify,
            sourcemap: true,
            lib: { entry: join(root, 'src/sw.ts'), name: 'app', formats: ['iife'] },
            rolldownOptions: { output: { entryFileNames: FILE } },
          },
        })
        const file = resolvePath(root, options.outDir, FILE)
        const code = await readFile(file, 'utf8')
        const list = JSON.stringify(manifest().map(({ url, revision }) => ({ url, revision })))
        await writeFile(
          file,
          code.replace('self.__WB_MANIFEST', () => list),
        )
      },
    },
  }
}
