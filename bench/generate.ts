/**
 * `npm run generate`: makes a club of any size in an empty database, to measure how it scales (docs/scaling.md). All its members
 * have the guest's password.
 */
import { parseArgs } from 'node:util'
import { runCommand, WrongOption } from '../scripts/command-line.ts'
import { dataAddress, redactSecrets } from '../server/data-address.ts'
import { fillPostgres } from './generate/fill-postgres.ts'

const USAGE = `npm run generate -- --data postgres://… --members 500000

  --data     an empty database; or CLUB_DATA in the environment
  --members  10 or more
`
const run = (args: string[]) =>
  generate(args).catch((error) => {
    error.message = redactSecrets(error.message)
    throw error
  })

await runCommand({ USAGE, run }, process.argv.slice(2))

async function generate(args: string[]): Promise<void> {
  const options = { data: { type: 'string' }, members: { type: 'string' } } as const
  const { values } = parseArgs({ args, options })
  const data = dataAddress(values, process.env)
  const members = Number(values.members)
  if (!data?.startsWith('postgres') || !(members >= 10))
    throw new WrongOption('Which database, and how many members?')
  const start = Date.now()
  let next = 1_000_000
  await fillPostgres(data, members, (entries) => {
    if (entries < next) return
    next += 1_000_000
    process.stdout.write(`${entries.toLocaleString('en')} entries\n`)
  })
  process.stdout.write(`Took ${Math.round((Date.now() - start) / 1000)} s.\n`)
}
