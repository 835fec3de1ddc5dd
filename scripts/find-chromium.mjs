import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell first, as in Playwright: it starts four times as fast.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const ELSEWHERE = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Finds the browser for the tests: the one that Playwright downloaded, else the system's.
 * @param {string} playwrightsOwn path of Playwright's browser, which need not exist
 * @param {{ shell?: boolean }} [options] `shell: false` leaves out the headless shell, which shows no notifications
 * @returns {string | undefined} a path, or `undefined` if no browser is installed
 */
export function findChromium(playwrightsOwn, { shell = true } = {}) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const names = shell ? NAMES : NAMES.filter((name) => !name.endsWith('shell'))
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return [playwrightsOwn, ...onPath, ...ELSEWHERE].find((path) => existsSync(path))
}
