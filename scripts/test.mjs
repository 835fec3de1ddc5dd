/** `npm test`: from a fresh clone to types, lint, unit tests and the core journeys in a browser. */
import { installBrowser, installPackages, npm } from './setup.mjs'

installPackages()
npm('run', 'check')
npm('run', 'test:unit')
await installBrowser()
// The builds that the core journeys use: playwright.config.ts.
process.env.E2E_BUILDS ??= 'dist,dist-harness'
npm('run', 'test:e2e', '--', 'e2e/core')
