import { parseArgs } from 'node:util'

export type Options = {
  /** The ids of the rows to measure; all, if there are none. */
  only: string[]
  /** Fewer runs: to see that all goes well, not to be quoted. */
  quick: boolean
  /** Measure what takes minutes too: the whole of `npm test`, and the soak. */
  all: boolean
}

/** @throws Error that names what is wrong, for an unknown option or row */
export function readOptions(args: string[], ids: readonly string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
  })
  const only = values.only.flatMap((text) => text.split(','))
  const unknown = only.filter((id) => !ids.includes(id))
  if (unknown.length > 0)
    throw new Error(`There is no row ${unknown.join(', ')}. There are: ${ids.join(', ')}`)
  return { ...values, only }
}

/** Whether to measure the row: what takes long must be named, or everything asked for. */
export function isWanted(
  { id, takesLong }: { id: string; takesLong?: boolean },
  { only, all }: Options,
): boolean {
  return only.length === 0 ? all || !takesLong : only.includes(id)
}
