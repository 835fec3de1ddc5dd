import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { staticHostRules } from './scripts/static-host-rules.ts'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// msw in a worker needs neither a cookie jar nor a patched `fetch`: see the stubs for the sizes.
const resolve = {
  alias: {
    cookie: fromHere('./mocks/msw/cookie-stub.ts'),
    'tough-cookie': fromHere('./mocks/msw/cookie-stub.ts'),
    'is-node-process': fromHere('./mocks/msw/node-stub.ts'),
    outvariant: fromHere('./mocks/msw/outvariant-stub.ts'),
    '@msw/url': fromHere('./mocks/msw/url-stub.ts'),
    '@mswjs/interceptors': fromHere('./mocks/msw/interceptors-stub.ts'),
  },
}

// A second and third pass bring the worker 0.4 kB (gz) below what Vite's own minifier makes of it.
const thoroughTerser: Plugin = {
  name: 'thorough-terser',
  config: () => ({ build: { terserOptions: { compress: { passes: 3 } } } }),
}

export default defineConfig({
  resolve,
  // The manifest is for e2e/sizes.spec.ts, which adds up what each screen loads.
  build: {
    target: 'es2023',
    // Browsers that know light-dark(): what stands in for it elsewhere does not follow color-scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: true,
    manifest: true,
  },
  server: { host: 'localhost' },
  preview: { host: 'localhost', port: 4173 },
  optimizeDeps: {
    // What only the worker imports would be found late, and a reload then stops it from starting.
    include: [
      'msw/http',
      'msw/utils/get-response',
      'jose/jwt/sign',
      'jose/jwt/verify',
      'jose/base64url',
      'idb-keyval',
      'valibot',
    ],
  },
  plugins: [
    staticHostRules(),
    tanstackRouter({
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      quoteStyle: 'single',
      addExtensions: true,
      autoCodeSplitting: true,
    }),
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,woff2,svg,webmanifest}'],
        rollupFormat: 'iife',
        minify: 'terser',
        buildPlugins: { vite: [thoroughTerser] },
        target: 'es2023',
      },
      devOptions: { enabled: true, type: 'module', suppressWarnings: true },
      manifest: {
        id: '/',
        name: 'Gearheads',
        short_name: 'Gearheads',
        description: 'Social media for gear heads.',
        display: 'standalone',
        background_color: '#101114',
        theme_color: '#101114',
        icons: [
          { src: 'icons/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: 'icons/icon-512.png', sizes: '512x512', type: 'image/png' },
          {
            src: 'icons/icon-maskable-512.png',
            sizes: '512x512',
            type: 'image/png',
            purpose: 'maskable',
          },
        ],
      },
    }),
  ],
})
