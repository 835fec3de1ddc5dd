import type { ApiErrorSpec } from '../../../src/contract/errors.ts'
import { named, type Request, refuseIf } from './rule.ts'
import { newestFirst, type Thing } from './world.ts'

/**
 * The things that `?limit=&before=&search=` asks for, newest first.
 * @param all those among which `before` names one, or else is `unknown`
 * @param texts where a search looks (R8.1)
 */
export function page<Kind extends Thing>(
  { query }: Request,
  things: readonly Kind[],
  {
    all,
    unknown,
    texts,
  }: { all: readonly Kind[]; unknown: ApiErrorSpec; texts?: (thing: Kind) => string[] },
): Kind[] {
  const limit = query.get('limit')
  const before = query.get('before')
  const count = limit === null ? things.length : Number(limit)
  const good = limit === null || (count >= 1 && count <= 100 && Number.isInteger(count))
  refuseIf(!good, { status: 400, text: 'limit: must be a whole number from 1 to 100' })
  // A page goes on after any `_id`, there or not; only an `id` must be known.
  const isUuid = before?.length === 36
  const known = before === null || isUuid ? before : named(all, before, unknown)._id
  const older = known === null ? things : things.filter(({ _id }) => _id < known)
  const wanted = query.get('search')?.trim().toLowerCase()
  const found = wanted
    ? older.filter((thing) => texts?.(thing).some((text) => text.toLowerCase().includes(wanted)))
    : older
  return newestFirst(found).slice(0, count)
}
