/** `npm run api`: the mock API for clients that are no browsers, such as curl and mobile apps. */
import { guest } from '../src/contract/guest.ts'
import { apiOptions, USAGE } from './options.ts'
import { startApi } from './start.ts'

try {
  const options = apiOptions(process.argv.slice(2))
  const { url, close } = await startApi(options)
  process.stdout.write(`The Gearheads API is at ${url}/api, its data in ${options.data}. Try

  curl '${url}/api/posts?limit=1'
  curl ${url}/api/auth/login -d '${JSON.stringify(guest)}'

Stop it with Ctrl-C.
`)
  // Once: who asks a second time does not want to wait for the last answers.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Delays that are still waited for would keep the process.
    process.once(signal, () => close().then(() => process.exit()))
  }
} catch (error) {
  process.stderr.write(`${told(error)}\n\n${USAGE}`)
  process.exitCode = 1
}

function told(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (text === 'database is locked') return 'Another process uses this file of data.'
  if (text.includes('EADDRINUSE')) return 'Another program listens on this port.'
  return text
}
