import { fileURLToPath } from 'node:url'
import { chromium, defineConfig } from 'playwright/test'
import { findChromium } from './scripts/find-chromium.mjs'

/** Use different ports for several checkouts on one machine. */
const PORT = Number(process.env.E2E_PORT ?? 4273)

// Screens and the worker, in a real browser against the built app. Rules: vitest.config.ts.
// npm test runs e2e/core; npm run test:full runs e2e/full and the examples.
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  // CI machines are shared, so a failed test runs a second time. If it then passes, it is flaky, which is a defect to
  // mend: it is listed at the end, and the third run that shows it fails. Elsewhere a test fails at once.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? [['line'], ['./scripts/flaky-reporter.ts']] : 'list',
  // A test is a journey of several steps, and the machine may be busy: a slow reply is not a failure.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Recording takes a third of the time of a run. Elsewhere one repeats the failed test with --trace on.
    trace: process.env.CI ? 'on-first-retry' : 'off',
    launchOptions: {
      executablePath: findChromium(chromium.executablePath()),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        // A club's address that is not localhost (e2e/full/club.spec.ts).
        '--host-resolver-rules=MAP garage.test localhost',
      ],
    },
  },
  projects: [
    {
      name: 'app',
      testIgnore: ['**/cloud.spec.ts', '**/json-editor*.spec.ts'],
    },
    // The app built with an image host, which e2e/support/image-host.ts simulates.
    {
      name: 'cloud',
      testMatch: '**/cloud.spec.ts',
      use: { baseURL: `http://localhost:${PORT + 1}` },
      metadata: { imageHostPort: PORT + 2 },
    },
    // The examples of docs/testers.md.
    { name: 'examples', testDir: 'examples/playwright' },
    // The JSON editor on a separate page, with any value.
    {
      name: 'json-editor',
      testMatch: '**/json-editor*.spec.ts',
      use: { baseURL: `http://localhost:${PORT + 3}` },
    },
  ],
  webServer: [
    builtApp(PORT, 'dist'),
    builtApp(PORT + 1, 'dist-cloud', {
      env: {
        VITE_UPLOAD_URL: `http://localhost:${PORT + 2}/garage/upload`,
        VITE_UPLOAD_CLOUD_NAME: 'garage',
        VITE_UPLOAD_PRESET: 'rides',
        VITE_UPLOAD_DELIVERY_URL: `http://localhost:${PORT + 2}/garage/pictures/`,
      },
    }),
    builtApp(PORT + 3, 'dist-harness', { config: 'e2e/support/harness/vite.config.ts' }),
  ].filter(isWanted),
})

/** `E2E_BUILDS=dist,dist-cloud` builds and starts only these. The core journeys need one. */
function isWanted({ command }: { command: string }): boolean {
  const core = process.argv.includes('e2e/core') ? 'dist' : undefined
  const wanted = (process.env.E2E_BUILDS ?? core)?.split(',')
  return !wanted || wanted.some((name) => command.includes(` ${name} `))
}

type Build = { env?: Record<string, string>; config?: string }

function builtApp(port: number, outDir: string, { env, config = 'vite.config.ts' }: Build = {}) {
  // Relative to the project's folder, even if the config has another root.
  const out = `--outDir "${fileURLToPath(new URL(outDir, import.meta.url))}" --emptyOutDir`
  const build = `npm run build -- --config ${config} ${out}`
  return {
    command: `${build} && npm run preview -- --outDir ${outDir} --port ${port} --strictPort`,
    port,
    env,
    reuseExistingServer: !process.env.CI,
    timeout: 120_000,
  }
}
