import { defineConfig } from '@playwright/test'

/** The address of a running copy, as `npm start` prints it. */
const address = process.env.GEARHEADS_URL
const port = process.env.PORT ?? '4173'

export default defineConfig({
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: { baseURL: address ?? `http://localhost:${port}`, trace: 'retain-on-failure' },
  // Without an address, the tests start a copy. A port that is in use is an error: its server may be another app.
  webServer: address
    ? undefined
    : {
        command: `npm start -- --port ${port} --strictPort`,
        // The folder of your copy of Gearheads.
        cwd: process.env.GEARHEADS ?? '../gearheads',
        url: `http://localhost:${port}`,
        timeout: 300_000,
      },
})
