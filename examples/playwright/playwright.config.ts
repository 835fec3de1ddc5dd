import { defineConfig } from 'playwright/test'

export default defineConfig({
  use: { baseURL: 'http://localhost:4173' },
  webServer: {
    // The folder of your copy of Gearheads.
    command: 'npm start',
    cwd: process.env.GEARHEADS ?? '../gearheads',
    port: 4173,
    timeout: 300_000,
    reuseExistingServer: true,
  },
})
