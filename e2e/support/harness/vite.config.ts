import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { stubs } from '../../../scripts/vite/stubs.ts'

// Built on its own, so that no page for tests is part of the app. Pieces are resolved as in the app.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { alias: stubs },
  plugins: [react()],
  build: { outDir: '../../../dist-harness', emptyOutDir: true },
})
