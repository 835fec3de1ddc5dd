/**
 * `npm run migrate -- --data postgres://…`: brings the data of a club to the version of this build, and prints it.
 * Every server also does so at its first request, in one serializable transaction, so that any number of processes
 * may start at once. Run it before an update of a large club: then no request waits. While processes of an earlier
 * version still run, they answer 503.
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '../mocks/database.ts'
import { openStore } from './adapters/open-store.ts'
import { dataAddress, redactSecrets } from './data-address.ts'

const USAGE = 'npm run migrate -- --data <file or postgres://…>'

try {
  process.stdout.write(`${process.argv.includes('--help') ? USAGE : await migrate()}\n`)
} catch (error) {
  process.stderr.write(`${redactSecrets(error instanceof Error ? error.message : String(error))}\n`)
  process.exitCode = 1
}

async function migrate(): Promise<string> {
  const options = { data: { type: 'string' }, 'data-file': { type: 'string' } } as const
  const data = dataAddress(parseArgs({ options }).values, process.env)
  if (!data) throw new Error(USAGE)
  const { store, close } = await openStore(data)
  const version = await openDatabase(store)
    .read((tx) => tx.getMeta('version'))
    .finally(close)
  return `The data are of version ${version}.`
}
