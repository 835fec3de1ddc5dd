import { defineConfig } from 'vitest/config'

const CONTRACT = 'mocks/conformance/*.test.ts'

// Every test builds its own store, so files can share a thread, which takes a third of the time.
// The timeout allows for a busy machine. A test that times out would leave its fake clock to the next one.
const fast = { isolate: false, pool: 'threads', testTimeout: 60_000 } as const

// The rules of the mock API and other pure code, in Node. Screens and the worker: playwright.config.ts.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...fast,
          name: 'unit',
          include: ['mocks', 'server', 'src', 'scripts', 'bench'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          exclude: [CONTRACT],
          setupFiles: ['mocks/testing/setup.ts'],
        },
      },
      // Tests the handlers, or the server at CONTRACT_URL (npm run test:contract).
      { test: { ...fast, name: 'contract', include: [CONTRACT] } },
      // Tests a server over HTTP, which it starts.
      {
        test: {
          ...fast,
          name: 'contract over HTTP',
          include: [CONTRACT],
          globalSetup: ['server/testing/run-api.ts'],
        },
      },
    ],
  },
})
