import type { CallName, Reply } from '../../../src/contract/calls.ts'
import { type ApiErrorSpec, apiErrors } from '../../../src/contract/errors.ts'
import {
  type ModelComment,
  type ModelPost,
  type ModelUser,
  newestFirst,
  type Thing,
  type World,
} from './world.ts'

/** A request as the model reads it; the body is what JSON made of it. */
export type Request = {
  world: World
  params: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: the model is told by the steps which fields there are
  body: any
  query: URLSearchParams
  minimal: boolean
  /** The user of the token, for calls that need one. */
  viewer: ModelUser
}

/** What the answer must be, made from the answer: only there do new records find their `_id`. */
export type Expected<Name extends CallName> = (reply: Reply<Name>) => unknown

/** Changes the world as the specification says, and tells the answer. Throws {@link Refusing}. */
export type Rule<Name extends CallName> = (request: Request) => Expected<Name>
export type Rules<Names extends CallName = CallName> = { [Name in Names]: Rule<Name> }

/** The model refuses: the world is as it was. */
export class Refusing extends Error {
  readonly refusal: ApiErrorSpec

  constructor(refusal: ApiErrorSpec) {
    super(refusal.text)
    this.refusal = refusal
  }
}

export function refuseIf(condition: boolean, refusal: ApiErrorSpec): void {
  if (condition) throw new Refusing(refusal)
}

type Named = { _id: string; id: string }

export function named<Kind extends Named>(
  things: readonly Kind[],
  id: string | undefined,
  refusal: ApiErrorSpec,
): Kind {
  const found = things.find((thing) => thing._id === id || thing.id === id)
  if (!found) throw new Refusing(refusal)
  return found
}

export function postOf({ world, params }: Request): ModelPost {
  return named(world.data.posts, params.postId, apiErrors.unknownPost)
}

export function commentOf(request: Request): { post: ModelPost; comment: ModelComment } {
  const post = postOf(request)
  return { post, comment: named(post.comments, request.params.commentId, apiErrors.unknownComment) }
}

export function take<Kind>(list: Kind[], item: Kind): void {
  const index = list.indexOf(item)
  if (index >= 0) list.splice(index, 1)
}

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
