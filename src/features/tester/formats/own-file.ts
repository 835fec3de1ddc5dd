import * as v from 'valibot'
import { decodeLink, encodeLink, problemOf } from '../link.ts'
import { withoutSecrets } from '../redact.ts'
import { CleanRequest } from '../request/request-link.ts'
import { type Check, expressionProblem, JSON_TYPES } from '../saved/checks.ts'
import { MAX_SAVED, slugOf } from '../saved/names.ts'
import type { NewSaved } from '../saved/saved.ts'
import type { Imported } from './reading.ts'
import { isTree, type Tree } from './tree.ts'

/** The name of the parameter in the fragment of a link, which is sent to no host. */
export const SAVED = 'saved='

const path = v.pipe(
  v.array(v.union([v.string(), v.number()])),
  v.minLength(1),
  v.maxLength(100),
  v.check(
    ([part]) => ['status', 'headers', 'data'].includes(String(part)),
    'a check is about the status, the headers or the data of a reply',
  ),
)
const expression = v.pipe(
  v.string(),
  v.check((text) => !expressionProblem(text), 'a check has an expression that is not valid'),
)
/** What the dialog of a check makes: exports write it as code. */
const CheckSchema = v.pipe(
  v.variant('kind', [
    v.strictObject({ path, kind: v.literal('equals'), value: v.unknown() }),
    v.strictObject({ path, kind: v.literal('exists') }),
    v.strictObject({ path, kind: v.literal('matches'), value: expression }),
    v.strictObject({
      ...{ path, kind: v.literal('length') },
      value: v.pipe(v.number(), v.integer(), v.minValue(0)),
    }),
    v.strictObject({ path, kind: v.literal('type'), value: v.picklist(JSON_TYPES) }),
  ]),
  v.transform((check): Check => check),
)

const Requests = v.pipe(
  v.array(
    v.strictObject({
      name: v.pipe(
        v.string(),
        v.maxLength(100),
        v.check((name) => slugOf(name) !== '', 'a name needs a letter or a digit'),
      ),
      request: CleanRequest,
      checks: v.array(CheckSchema),
    }),
  ),
  v.minLength(1),
  v.maxLength(MAX_SAVED),
)

/** The key of the list in a file. */
const FILE_KEY = 'gearheadsRequests'

export const isOwnFile = (data: unknown): data is Tree => isTree(data) && FILE_KEY in data

/** Reads a file that {@link writeOwnFile} has written. */
export function readOwnFile(data: Tree): Imported {
  const parsed = v.safeParse(Requests, data[FILE_KEY], { abortEarly: true })
  if (parsed.success) return { requests: parsed.output, leftOut: [] }
  const problem = problemOf('This file', parsed.issues, 'Export the requests again.')
  return { requests: [], leftOut: [], problem }
}

type Shared = Omit<NewSaved, 'checks'> & { checks: readonly Check[] }

/** Writes saved requests without their secrets, with their checks. */
export const writeOwnFile = (list: readonly Shared[]) =>
  `${JSON.stringify({ [FILE_KEY]: shared(list) }, null, 2)}\n`

const shared = (list: readonly Shared[]) =>
  list.map(({ name, request, checks }) => ({ name, request: withoutSecrets(request), checks }))

/**
 * Encodes saved requests without their secrets.
 * @throws LinkError when they are too long for a link
 */
export const encodeSaved = (list: readonly NewSaved[]): Promise<string> =>
  encodeLink(SAVED, shared(list), 'These requests are too large for a link.')

/**
 * Decodes the fragment of a link.
 * @throws LinkError when it is malformed
 */
export const decodeSaved = (fragment: string): Promise<NewSaved[]> =>
  decodeLink(SAVED, fragment, Requests)
