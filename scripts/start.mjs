/** `npm start`: from a fresh clone to a running app. Serves the built app and prints its address. */
import { installPackages, npm } from './setup.mjs'

installPackages()
npm('run', 'build')
npm('run', 'preview')
