import { defineConfig } from 'cypress'

export default defineConfig({
  e2e: {
    // The address of a running copy, as `npm start` prints it.
    baseUrl: process.env.GEARHEADS_URL ?? 'http://localhost:4173',
  },
})
