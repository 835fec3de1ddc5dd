/**
 * `npm run generate -- --data postgres://… --members 500000`: makes a club of any size in an empty database, to measure how it
 * scales (docs/scaling.md). All its members have the guest's password.
 */
import { parseArgs } from 'node:util'
import { dataAddress, redactSecrets } from '../server/data-address.ts'
import { fillPostgres } from './generate/fill-postgres.ts'

const USAGE = 'npm run generate -- --data postgres://… --members 500000'

try {
  const options = { data: { type: 'string' }, members: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const data = dataAddress(values, process.env)
  const members = Number(values.members)
  if (!data?.startsWith('postgres') || !(members >= 10)) throw new Error(USAGE)
  const start = Date.now()
  let next = 1_000_000
  await fillPostgres(data, members, (entries) => {
    if (entries < next) return
    next += 1_000_000
    process.stdout.write(`${entries.toLocaleString('en')} entries\n`)
  })
  process.stdout.write(`Took ${Math.round((Date.now() - start) / 1000)} s.\n`)
} catch (error) {
  process.stderr.write(`${redactSecrets(error instanceof Error ? error.message : String(error))}\n`)
  process.exitCode = 1
}
