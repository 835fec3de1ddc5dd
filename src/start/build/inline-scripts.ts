import { join } from 'node:path'
import { build, type Plugin, type ResolvedConfig, type Rollup } from 'vite'

const INLINE = /<script inline src="\/([^"]+)"><\/script>/g

/**
 * Writes the scripts that must run before the app into the page, as `<script inline src="…">` says. They are modules like
 * others, so that their types are checked and they share names with the app.
 */
export function inlineScripts(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'inline-scripts',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const files = [...html.matchAll(INLINE)].map(([, file = '']) => file)
        const codes = await Promise.all(files.map((file) => bundle(file, config)))
        return html.replace(INLINE, () => `<script>${codes.shift()}</script>`)
      },
    },
  }
}

async function bundle(
  file: string,
  { root, base, mode, command }: ResolvedConfig,
): Promise<string> {
  const result = await build({
    root,
    base,
    mode,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'import.meta.env.PROD': String(command === 'build') },
    build: {
      target: 'es2023',
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(root, file), output: { format: 'iife' } },
    },
  })
  const [{ output }] = [result].flat() as [Rollup.RollupOutput]
  return output[0].code.trim()
}
