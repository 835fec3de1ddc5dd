import type { CallName, Reply } from '../../../src/contract/calls.ts'
import { type ApiErrorSpec, apiErrors } from '../../../src/contract/errors.ts'
import { fold } from '../../../src/contract/words.ts'
import {
  type ModelComment,
  type ModelPost,
  type ModelRecord,
  type ModelUser,
  sortedNewestFirst,
  type World,
} from './world.ts'

/** A request as the model reads it, with the parsed body. */
export type Request = {
  world: World
  params: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: the steps decide which fields exist
  body: any
  query: URLSearchParams
  minimal: boolean
  token: string
  /** The user of the token, for calls that need one. */
  viewer: ModelUser
}

/** Builds the expected reply from the actual one, which gives new records their `_id`. */
export type Expected<Name extends CallName> = (reply: Reply<Name>) => unknown

/** Changes the model by the product rules and returns the expected reply. Throws {@link ModelError}. */
export type ModelRule<Name extends CallName> = (request: Request) => Expected<Name>
export type Rules<Names extends CallName = CallName> = { [Name in Names]: ModelRule<Name> }

/** The model expects an error reply and unchanged data. */
export class ModelError extends Error {
  readonly refusal: ApiErrorSpec

  constructor(refusal: ApiErrorSpec) {
    super(refusal.text)
    this.refusal = refusal
  }
}

export function refuseIf(condition: boolean, refusal: ApiErrorSpec): void {
  if (condition) throw new ModelError(refusal)
}

/** An edit is later than what it edits. */
export function editedAt({ now }: World, { updatedAt }: ModelRecord): number {
  return Math.max(now, updatedAt + 1)
}

type Named = { _id: string; id: string }

export function named<Kind extends Named>(
  things: readonly Kind[],
  id: string | undefined,
  refusal: ApiErrorSpec,
): Kind {
  const found = things.find((thing) => thing._id === id || thing.id === id)
  if (!found) throw new ModelError(refusal)
  return found
}

export function modelPost({ world, params }: Request): ModelPost {
  return named(world.data.posts, params.postId, apiErrors.unknownPost)
}

export function commentOf(request: Request): { post: ModelPost; comment: ModelComment } {
  const post = modelPost(request)
  return { post, comment: named(post.comments, request.params.commentId, apiErrors.unknownComment) }
}

export function take<Kind>(list: Kind[], item: Kind): void {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}

/** The number of rows that `?limit=` wants; `undefined` for all. */
function countOf(query: URLSearchParams): number | undefined {
  const limit = query.get('limit')
  if (limit === null) return undefined
  const count = Number(limit)
  const good = count >= 1 && count <= 100 && Number.isInteger(count)
  refuseIf(!good, { status: 400, text: 'limit: must be a whole number from 1 to 100' })
  return count
}

/** The first page of a list that `?limit=` selects. */
export function firstOf<Kind>({ query }: Request, list: readonly Kind[]): Kind[] {
  return list.slice(0, countOf(query))
}

/**
 * The records that `?limit=&before=&search=` selects, newest first.
 * @param all the records among which `before` must name one; otherwise it is unknown
 * @param texts the fields that a search looks at (R8.1)
 */
export function page<Kind extends ModelRecord>(
  { query }: Request,
  things: readonly Kind[],
  {
    all,
    unknown,
    texts,
  }: { all: readonly Kind[]; unknown: ApiErrorSpec; texts?: (thing: Kind) => string[] },
): Kind[] {
  const count = countOf(query) ?? things.length
  const before = query.get('before')
  // `before` may be the `_id` of a removed row; only an `id` must exist.
  const isUuid = before?.length === 36
  const known = before === null || isUuid ? before : named(all, before, unknown)._id
  const older = known === null ? things : things.filter(({ _id }) => _id < known)
  const wanted = fold(query.get('search') ?? '')
  const found = wanted
    ? older.filter((thing) => texts?.(thing).some((text) => fold(text).includes(wanted)))
    : older
  return sortedNewestFirst(found).slice(0, count)
}
