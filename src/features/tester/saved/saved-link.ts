import * as v from 'valibot'
import { type AuthChoice, isAuthChoice, METHODS, OTHER_METHODS } from '../request/tester-request.ts'
import { pack, ScenarioError, unpack } from '../scenario/scenario-link.ts'
import { CHECK_KINDS, type Check, expressionProblem } from './checks.ts'
import { slugOf } from './names.ts'
import { MAX_SAVED, type NewSaved, withoutSecrets } from './saved.ts'

/** The name of the parameter in the fragment of a link, which is sent to no host. */
export const SAVED = 'saved='

const CheckSchema = v.pipe(
  v.strictObject({
    path: v.pipe(
      v.array(v.union([v.string(), v.number()])),
      v.minLength(1),
      v.maxLength(100),
      v.check(([part]) => ['status', 'headers', 'data'].includes(String(part))),
    ),
    kind: v.picklist(CHECK_KINDS),
    value: v.optional(v.unknown()),
  }),
  v.check(({ kind, value }) => kind !== 'matches' || !expressionProblem(String(value))),
  v.transform((check): Check => check),
)

const Header = v.strictObject({ isUsed: v.boolean(), header: v.string(), value: v.string() })

const Requests = v.pipe(
  v.array(
    v.strictObject({
      name: v.pipe(
        v.string(),
        v.maxLength(100),
        v.check((name) => slugOf(name) !== '', 'a name needs a letter or a digit'),
      ),
      request: v.strictObject({
        method: v.picklist([...METHODS, ...OTHER_METHODS]),
        endpoint: v.string(),
        headers: v.array(Header),
        body: v.pipe(v.string(), v.check(isJson, 'the body is no JSON')),
        auth: v.custom<AuthChoice>(isAuthChoice),
      }),
      checks: v.array(CheckSchema),
    }),
  ),
  v.minLength(1),
  v.maxLength(MAX_SAVED),
)

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Encodes saved requests without their secrets.
 * @throws ScenarioError when they are too long for a link
 */
export async function encodeSaved(list: readonly NewSaved[]): Promise<string> {
  const requests = list.map(({ name, request, checks }) => ({
    name,
    request: withoutSecrets(request),
    checks,
  }))
  return SAVED + (await pack(JSON.stringify(requests), 'These requests are too large for a link.'))
}

/**
 * Decodes the fragment of a link.
 * @throws ScenarioError when it is malformed
 */
export async function decodeSaved(fragment: string): Promise<NewSaved[]> {
  const parsed = v.safeParse(Requests, await unpack(fragment.slice(SAVED.length)), {
    abortEarly: true,
  })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new ScenarioError(
    `This link is malformed, or of another version of the app. ${v.getDotPath(issue) ?? ''} ${issue.message}`,
  )
}
