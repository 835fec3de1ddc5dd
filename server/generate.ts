/**
 * `npm run generate -- --members 500000 --data postgres://…`: fills an empty PostgreSQL with a club of this size, to try out and
 * to measure. All members have the same password.
 */
import { parseArgs } from 'node:util'
import { dataAddress, redactSecrets } from './data-address.ts'
import { copyInto } from './generator/copy.ts'
import { entriesOf, PASSWORD } from './generator/entries.ts'
import { populationOf } from './generator/population.ts'

const USAGE = 'npm run generate -- --members <10 or more> --data postgres://…'

try {
  const options = {
    data: { type: 'string' },
    'data-file': { type: 'string' },
    members: { type: 'string', default: '' },
  } as const
  const { members, ...where } = parseArgs({ options }).values
  const data = dataAddress(where, process.env)
  const count = Number(members)
  if (!data?.startsWith('postgres') || !Number.isInteger(count) || count < 10) {
    throw new Error(USAGE)
  }
  const start = performance.now()
  const entries = await copyInto(data, entriesOf(populationOf(count), Date.now()))
  const seconds = Math.round((performance.now() - start) / 1000)
  process.stdout.write(
    `${count} members, ${entries} entries, in ${seconds} s. Log in as star or member-1 with ${PASSWORD}\n`,
  )
} catch (error) {
  process.stderr.write(`${redactSecrets(error instanceof Error ? error.message : String(error))}\n`)
  process.exitCode = 1
}
