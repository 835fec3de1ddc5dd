import { createServer, type Plugin, type ResolvedConfig } from 'vite'
import { styleLayers } from '../../../scripts/vite/style-layers.ts'

type FirstScreen = 'landing' | 'skeleton'
type Markup = { markupOf: (name: FirstScreen) => Promise<string> }

/**
 * Renders the landing screen, and the shell with placeholders, at build time into `<template>`s, so that the page shows
 * one of them before any script has loaded (1.0 s instead of 2.0 s on a slow phone). They are inert, so that no input is
 * lost when React renders in their place.
 */
export function firstScreens(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'first-screens',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const screens = await draw(config)
        const styles = Object.values(bundle ?? {})
          .filter(({ fileName }) => fileName.endsWith('.css'))
          .map((file) => ('source' in file ? String(file.source) : ''))
          .join()
        for (const [, names = ''] of Object.values(screens)
          .join()
          .matchAll(/class="([^"]*)"/g)) {
          const missing = names.split(' ').find((name) => /^_/.test(name) && !styles.includes(name))
          if (missing) throw new Error(`A first screen has no style ${missing}`)
        }
        return html.replace(
          /<template id="(landing|skeleton)">/g,
          (template, name: FirstScreen) => template + screens[name],
        )
      },
    },
  }
}

async function draw({
  root,
  base,
  mode,
  resolve,
}: ResolvedConfig): Promise<Record<FirstScreen, string>> {
  const server = await createServer({
    root,
    base,
    mode,
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    resolve: { alias: resolve.alias },
    // The names of the classes follow from the text of the style sheet.
    plugins: [styleLayers()],
    optimizeDeps: { noDiscovery: true },
    ssr: { noExternal: ['workbox-window'] },
  })
  try {
    const { markupOf } = (await server.ssrLoadModule('/src/start/markup.tsx')) as Markup
    return { landing: await markupOf('landing'), skeleton: await markupOf('skeleton') }
  } finally {
    await server.close()
  }
}
