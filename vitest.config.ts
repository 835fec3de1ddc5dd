import { defineConfig } from 'vitest/config'

const CONTRACT = 'mocks/conformance/*.test.ts'

const STORE_RULES = [
  ...['store', 'transaction', 'write-buffer'].map((name) => `mocks/store/${name}.test.ts`),
  ...['mocks/database.test.ts', 'mocks/migrations.test.ts'],
]
const POSTGRES = ['server/postgres/*.test.ts']
/** They run and kill other programs again and again, which takes minutes. */
const PROGRAMS = [
  'scripts/recipe',
  'scripts/score',
  'scripts/arena/findings',
  'server/backup/keeping',
  'server/fuzz',
].map((name) => `${name}.test.ts`)

// Every test builds its own store, so files can share a thread, which takes a third of the time.
// The timeouts allow for a busy machine. A test that times out would leave its fake clock to the next one.
const fast = {
  isolate: false,
  pool: 'threads',
  testTimeout: 60_000,
  // As in playwright.config.ts.
  retry: process.env.CI ? 1 : 0,
  expect: { poll: { timeout: 10_000 } },
} as const

// The rules of the mock API and other pure code, in Node. Screens and the worker: playwright.config.ts.
export default defineConfig({
  test: {
    // The default leaves one core unused, which is half of two.
    maxWorkers: '100%',
    reporters: process.env.CI ? ['default', './scripts/flaky-reporter.ts'] : 'default',
    projects: [
      {
        test: {
          ...fast,
          name: 'unit',
          include: ['mocks', 'sync', 'server', 'src', 'scripts', 'bench'].map(
            (folder) => `${folder}/**/*.test.ts`,
          ),
          exclude: [CONTRACT, ...POSTGRES, ...PROGRAMS],
          setupFiles: ['mocks/testing/setup.ts'],
        },
      },
      { test: { ...fast, name: 'programs', include: PROGRAMS } },
      // Tests the handlers, or the server at CONTRACT_URL (npm run test:contract).
      { test: { ...fast, name: 'contract', include: [CONTRACT] } },
      // Tests the rules of a store, and several processes, on a PostgreSQL that it starts.
      {
        test: {
          ...fast,
          name: 'PostgreSQL',
          include: [...STORE_RULES, ...POSTGRES],
          setupFiles: ['mocks/testing/setup.ts'],
          globalSetup: ['server/testing/postgres.ts'],
        },
      },
      // Tests two processes on one PostgreSQL, in turn.
      {
        test: {
          ...fast,
          name: 'contract over PostgreSQL',
          include: [CONTRACT],
          globalSetup: ['server/testing/processes.ts'],
        },
      },
      // Tests a device that has a replica of a club.
      {
        test: {
          ...fast,
          name: 'contract over a replica',
          include: [CONTRACT],
          globalSetup: ['sync/testing/replica.ts'],
        },
      },
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
