import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { stubs } from '../../../scripts/vite/stubs.ts'
import { styleLayers } from '../../../scripts/vite/style-layers.ts'

// A separate build, so that the app contains no test page. Modules are resolved as in the app.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: stubs },
  plugins: [styleLayers(), react()],
  build: { outDir: '../../../dist-harness', emptyOutDir: true },
})
