/** `npm run api`: the API over HTTP, for clients such as curl and mobile apps. */
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
  // Once: a second signal ends the process without waiting for the last replies.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Pending delays would keep the process alive.
    process.once(signal, () => close().then(() => process.exit()))
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n\n${USAGE}`)
  process.exitCode = 1
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  if (text === 'database is locked') return 'Another process is using this data file.'
  if (text.includes('EADDRINUSE')) return 'This port is already in use.'
  return text
}
