import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { buildId } from './scripts/vite/build-id.ts'
import { clubWorker, IS_CLUB } from './scripts/vite/club-worker.ts'
import { contentSecurityPolicy } from './scripts/vite/content-security-policy.ts'
import { devWorker } from './scripts/vite/dev-worker.ts'
import { judgedBuild } from './scripts/vite/judged-build.ts'
import { openApi } from './scripts/vite/openapi.ts'
import { staticHostRules } from './scripts/vite/static-host-rules.ts'
import { stubs } from './scripts/vite/stubs.ts'
import { styleLayers } from './scripts/vite/style-layers.ts'
import { manifestId, webManifest } from './scripts/vite/web-manifest.ts'
import { codeSplitting, offlineFiles } from './src/start/build/chunks.ts'
import { classicScripts } from './src/start/build/classic-scripts.ts'
import { firstScreens } from './src/start/build/first-screens.ts'
import { inlineScripts } from './src/start/build/inline-scripts.ts'
import { startScript } from './src/start/build/page-start.ts'

/** The addresses at which GitHub Codespaces forwards ports, which only their owner can open. */
const CODESPACES = '.app.github.dev'

const offline = offlineFiles()

/** Sentences about the address: what is wrong with its port, and, last, what it is. */
const address: Plugin = {
  name: 'address',
  config({ preview, server }) {
    const isWrong = (port = 0) => !(port >= 0 && port <= 65_535)
    const wrong = [preview?.port, server?.port].find(isWrong)
    if (wrong === undefined) return
    // Of an error, Vite would print the stack.
    console.error(`--port takes a number from 0 to 65535, not ${wrong}`)
    process.exit(1)
  },
  configurePreviewServer(server) {
    server.printUrls = () => {
      const { local = [], network = [] } = server.resolvedUrls ?? {}
      server.config.logger.info(
        `Gearheads is at ${[...local, ...network].join(' and ')} – Ctrl+C ends it.`,
      )
    }
  },
}

export default defineConfig(({ command, mode }) => {
  // Page and worker read it from `import.meta.env`: see src/pwa/build.ts.
  process.env.VITE_BUILD ||= command === 'build' ? buildId(import.meta.dirname) : 'dev'
  return {
    resolve: { alias: stubs },
    define: { [IS_CLUB]: 'false' },
    // scripts/built-files.test.ts reads the manifest to add up the files that each screen loads.
    build: {
      target: 'es2023',
      // Browsers with light-dark(): its fallback for older ones does not follow color-scheme.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      sourcemap: mode !== 'judged',
      manifest: true,
      // The page preloads classic scripts itself: src/start/build/page-start.ts.
      modulePreload: false,
      // The emoji data are one file, loaded when the picker opens. scripts/built-files.test.ts limits the other files.
      chunkSizeWarningLimit: 520,
      rolldownOptions: { output: { codeSplitting }, checks: { pluginTimings: false } },
    },
    server: { host: 'localhost', allowedHosts: [CODESPACES] },
    preview: { host: 'localhost', port: 4173, allowedHosts: [CODESPACES] },
    optimizeDeps: {
      // Without this, Vite scans every page of the repository, including those of the benchmark.
      entries: ['index.html'],
      // Vite would discover imports of the worker late, and then reload the page while the worker starts.
      include: [
        'msw/http',
        'msw/utils/get-response',
        'jose/jws/compact/sign',
        'jose/jws/compact/verify',
        'jose/base64url',
        'jose/key/export',
        'jose/key/generate/keypair',
        'idb-keyval',
        'valibot',
      ],
    },
    plugins: [
      judgedBuild(),
      styleLayers(),
      staticHostRules(),
      inlineScripts(),
      firstScreens(),
      startScript(),
      classicScripts(),
      contentSecurityPolicy(),
      openApi(),
      offline.plugin,
      manifestId(),
      devWorker(),
      tanstackRouter({
        routesDirectory: 'src/routes',
        generatedRouteTree: 'src/route-tree.gen.ts',
        quoteStyle: 'single',
        addExtensions: true,
        autoCodeSplitting: true,
        // Loaders too, because the landing screen does not need their code.
        codeSplittingOptions: {
          defaultBehavior: [['component', 'pendingComponent', 'notFoundComponent', 'loader']],
        },
      }),
      react(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'src',
        filename: 'sw.ts',
        injectRegister: false,
        includeManifestIcons: false,
        injectManifest: {
          globPatterns: [
            ...['index.html', 'assets/*.{js,css,woff2}'],
            ...['**/*.svg', 'icons/*.png', 'openapi.json'],
          ],
          manifestTransforms: [offline.split],
          buildPlugins: { vite: [judgedBuild()] },
          rollupFormat: 'iife',
          target: 'es2023',
        },
        devOptions: { enabled: true, type: 'module', suppressWarnings: true },
        manifest: webManifest,
      }),
      // A judged run has no club.
      mode !== 'judged' && clubWorker(() => offline.manifest),
      address,
    ],
  }
})
