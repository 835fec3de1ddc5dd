/** `npm test`: from a fresh clone to a full test run. */
import { installBrowser, installPackages, npm } from './setup.mjs'

installPackages()
npm('run', 'check')
npm('run', 'test:unit')
await installBrowser()
npm('run', 'test:e2e')
