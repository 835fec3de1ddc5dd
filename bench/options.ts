import { parseArgs } from 'node:util'
import type { Benchmark } from './bench.ts'

/**
 * Reads the options of the command line.
 * @throws Error that names the unknown option or benchmark
 */
export function readOptions<One extends Pick<Benchmark, 'id' | 'runs'>>(
  args: string[],
  table: readonly One[],
): { wanted: One[]; quick: boolean; partial: boolean } {
  const only = { type: 'string', multiple: true, default: [] as string[] } as const
  const { values } = parseArgs({ args, options: { only, quick: { type: 'boolean' } } })
  const { quick = false } = values
  const named = values.only.flatMap((text) => text.split(','))
  const ids = table.map(({ id }) => id)
  const unknown = named.filter((id) => !ids.includes(id))
  if (unknown.length > 0)
    throw new Error(`There is no row ${unknown.join(', ')}. There are: ${ids.join(', ')}`)
  const partial = named.length > 0
  const wanted = table.filter(({ id, runs: [, few] }) =>
    partial ? named.includes(id) : !quick || few > 0,
  )
  return { wanted, quick, partial }
}
