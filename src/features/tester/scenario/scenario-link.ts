import { decode, encode } from 'jose/base64url'
import * as v from 'valibot'
import { controlCalls } from '../../../contract/controls.ts'
import { guest } from '../../../contract/guest.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { SettingsChanges } from '../../../contract/settings.ts'
import { redactValue } from '../redact.ts'

const { seed, snapshot, viewer } = controlCalls['POST /api/mock/reset'].body.entries

/** All that a link sets: the body of a reset, and the version of the data that it was made for. */
const Scenario = v.pipe(
  v.strictObject({
    version: v.number(),
    seed,
    snapshot,
    viewer,
    settings: v.optional(SettingsChanges),
  }),
  v.check(
    (one) => (one.seed === undefined) !== (one.snapshot === undefined) && one.seed !== 'guest',
    'there must be a seed or a snapshot',
  ),
)
export type Scenario = v.InferOutput<typeof Scenario>

/** The name of the parameter in the fragment of a link, which is sent to no host. */
export const SCENARIO = 'scenario='

/** In characters. Longer links are cut by chats and issue trackers. */
const MAX_LENGTH = 32_000
/** In bytes, before compression. */
const MAX_SIZE = 2_000_000

/** A reason to show why a link cannot be made or opened. */
export class ScenarioError extends Error {}

/**
 * Encodes a scenario without its secrets: passwords, tokens and cookies.
 * @throws ScenarioError when it is too long for a link
 */
export async function encodeScenario(scenario: Scenario): Promise<string> {
  const isSet = ([, value]: [string, unknown]) => !(Array.isArray(value) && value.length === 0)
  const settings = Object.fromEntries(Object.entries(Object(scenario.settings)).filter(isSet))
  const text = JSON.stringify(redactValue({ ...scenario, settings }))
  const problem = 'These data are too large for a link. Save a snapshot instead.'
  return SCENARIO + (await pack(text, problem))
}

/**
 * Packs a text for the fragment of a link.
 * @throws ScenarioError with the text `problem` when it is too long
 */
export async function pack(text: string, problem: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'))
  const code = encode(new Uint8Array(await new Response(packed).arrayBuffer()))
  if (text.length <= MAX_SIZE && code.length <= MAX_LENGTH) return code
  throw new ScenarioError(problem)
}

/**
 * Decodes the fragment of a link. Seeded users of a snapshot get their known passwords, all others the guest's.
 * @throws ScenarioError when it is malformed
 */
export async function decodeScenario(fragment: string): Promise<Scenario> {
  const scenario = await unpack(fragment.slice(SCENARIO.length))
  const parsed = v.safeParse(Scenario, withPasswords(scenario), { abortEarly: true })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  throw new ScenarioError(
    `This link is malformed, or of another version of the app. ${v.getDotPath(issue) ?? ''} ${issue.message}`,
  )
}

/**
 * Unpacks the JSON of a link.
 * @throws ScenarioError when it is too long or damaged
 */
export async function unpack(code: string): Promise<unknown> {
  if (code.length > MAX_LENGTH) throw new ScenarioError('This link is too long.')
  try {
    const packed = new Blob([decode(code) as Uint8Array<ArrayBuffer>])
    const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
    const parts: Uint8Array<ArrayBuffer>[] = []
    for (let size = 0; ; ) {
      const { done, value } = await reader.read()
      if (done) return JSON.parse(await new Blob(parts).text())
      size += value.length
      // A few kilobytes can unpack to gigabytes.
      if (size > MAX_SIZE) throw new RangeError('Too large')
      parts.push(value)
    }
  } catch {
    throw new ScenarioError('This link is incomplete or was changed.')
  }
}

/** A link has no passwords. */
function withPasswords(scenario: unknown): unknown {
  const { snapshot } = Object(scenario)
  if (!Array.isArray(snapshot?.users)) return scenario
  const passwords: Record<string, string> = seedPasswords
  const users = snapshot.users.map((user: { username?: string } | null) => {
    const username = String(user?.username)
    const isSeeded = Object.hasOwn(passwords, username)
    return { ...user, password: isSeeded ? passwords[username] : guest.password }
  })
  return { ...Object(scenario), snapshot: { ...snapshot, users } }
}
