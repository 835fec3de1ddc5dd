import { parseArgs } from 'node:util'
import type { Benchmark } from './bench.ts'

type Listed = Pick<Benchmark, 'id' | 'isLong' | 'runs'>

/**
 * Reads the options of the command line. A benchmark that takes minutes has to be named, in a quick run also others.
 * @throws Error that names the unknown option or benchmark
 */
export function readOptions<One extends Listed>(
  args: string[],
  table: readonly One[],
): { wanted: One[]; quick: boolean; partial: boolean } {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
    },
  })
  const only = values.only.flatMap((text) => text.split(','))
  const ids = table.map(({ id }) => id)
  const unknown = only.filter((id) => !ids.includes(id))
  if (unknown.length > 0)
    throw new Error(`There is no row ${unknown.join(', ')}. There are: ${ids.join(', ')}`)
  const partial = only.length > 0
  const { quick } = values
  const isUsual = ({ isLong, runs: [, few] }: Listed) => !(isLong || (quick && few === 0))
  const wanted = table.filter((one) => (partial ? only.includes(one.id) : isUsual(one)))
  return { wanted, quick, partial }
}
