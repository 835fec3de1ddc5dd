import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rollup } from 'rollup'
import type { Plugin, Rollup } from 'vite'

/**
 * A script that failed to load is requested again past the caches of the browser and of the worker, which replaces what they
 * have: a host can send an error that stays in a cache for a year, or a page with status 200 for a script. The address then has
 * a query, because a page keeps the answers that it has preloaded; the worker ignores it. In the end, the app
 * looks for a newer build (`recover` in src/pwa/updates.ts), and the import fails. At the next import it is tried again, as with
 * modules: SystemJS forgets it when those that import it have failed, too. Vite resolves addresses with `import.meta.url`,
 * and would use `import.meta.resolve`, which is asynchronous in SystemJS.
 */
const SETTINGS = `{
  let failed = []
  const loader = System.constructor.prototype, { instantiate } = loader
  Object.assign(loader, {
    createContext: (url) => ({ url }),
    onload(error, id) {
      if (error) failed = [...failed, id].filter((one) => !this.delete(one))
    },
    async instantiate(url, parent) {
      for (let pause = 250, again = ''; ; pause *= 2, again = '?again=' + pause) {
        let error
        try {
          const script = await instantiate.call(this, url + again, parent)
          if (script?.length > 2) return script
        } catch (thrown) {
          error = thrown
        }
        // For another script than ours, SystemJS makes up a registration, with fewer parts.
        if (pause > (self.recover ? 500 : 4000)) {
          await self.recover?.()
          throw error ?? Error(url + ' is not a script of the app')
        }
        await new Promise((resolve) => setTimeout(resolve, pause))
        await fetch(url, { cache: 'reload' }).then((file) => file.text()).catch(() => 0)
      }
    },
  })
}`

/** The code of the loader. The page contains it: a file of its own would be one more request before the first paint. */
export function loader(): string {
  const file = fileURLToPath(import.meta.resolve('systemjs/dist/system.min.js'))
  // Browsers change the line ends of a page, and the policy has the hash of the result.
  const code = readFileSync(file, 'utf8')
    .replaceAll('\r', '')
    .replace(/\n\/\/# sourceMappingURL.*\s*$/, '')
  return `${code};${SETTINGS}`
}

/**
 * Turns the modules of the build into classic scripts that SystemJS loads, because Chromium does not use its code cache
 * for modules that a service worker serves: it compiles them at every start. It compiles classic scripts once
 * (decision 078). Not in development.
 */
export function classicScripts(): Plugin {
  return {
    name: 'classic-scripts',
    apply: 'build',
    // The name of a file follows from the module that it was, and devices may have that module in a cache.
    augmentChunkHash: () => 'classic',
    generateBundle: {
      // After Vite's own plugins, which read the imports of a file.
      order: 'post',
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') await convert(file, bundle)
        }
      },
    },
  }
}

async function convert(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle): Promise<void> {
  const { code, map, fileName } = chunk
  const built = await rollup({
    input: fileName,
    treeshake: false,
    plugins: {
      name: 'only-this-file',
      resolveId: (id) => (id === fileName ? id : { id, external: true }),
      load: () => ({ code, map: map ?? { mappings: '' } }),
    },
  })
  const { output } = await built.generate({
    format: 'system',
    compact: true,
    sourcemap: true,
    entryFileNames: fileName,
  })
  const [script] = output
  chunk.code = script.code
  const mapFile = bundle[`${fileName}.map`]
  if (mapFile?.type === 'asset') mapFile.source = JSON.stringify(script.map)
}
