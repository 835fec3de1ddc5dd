import { defineConfig } from 'vitest/config'

// The rules of the mock API and other pure code, in Node. Screens and the worker: playwright.config.ts.
export default defineConfig({
  test: {
    include: [
      'mocks/**/*.test.ts',
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    setupFiles: ['mocks/testing/setup.ts'],
    // Every test builds its own store, so files can share a thread: a third of the time.
    isolate: false,
    pool: 'threads',
  },
})
