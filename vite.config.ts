import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { staticHostRules } from './scripts/static-host-rules.ts'

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// msw in a worker needs neither a cookie jar nor a patched `fetch`, and our JSON tree no colour
// arithmetic: see the stubs for the sizes.
const resolve = {
  alias: {
    'tough-cookie': fromHere('./mocks/msw/tough-cookie-stub.ts'),
    '@mswjs/interceptors': fromHere('./mocks/msw/interceptors-stub.ts'),
    'react-base16-styling': fromHere('./src/features/tester/json-tree/base16-styling-stub.ts'),
  },
}

export default defineConfig({
  resolve,
  // The manifest is for e2e/sizes.spec.ts, which adds up what each screen loads.
  build: { target: 'es2023', sourcemap: true, manifest: true },
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
