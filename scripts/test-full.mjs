/** `npm run test:full`: every browser test that is not part of `npm test`, from a fresh clone as well. */
import { installBrowser, installPackages, npm } from './setup.mjs'

installPackages()
await installBrowser()
npm('run', 'test:e2e', '--', 'e2e/full', 'examples/playwright')
