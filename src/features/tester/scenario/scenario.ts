import * as v from 'valibot'
import { controlCalls, type MockState } from '../../../contract/controls.ts'
import { guest } from '../../../contract/guest.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { SettingsChanges } from '../../../contract/settings.ts'
import { count } from '../../../ui/count.ts'
import { describeRule } from '../controls/rules.ts'
import { decodeLink, encodeLink } from '../link.ts'
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

/**
 * Encodes a scenario without its secrets: passwords, tokens and cookies.
 * @throws LinkError when it is too long for a link
 */
export async function encodeScenario(scenario: Scenario): Promise<string> {
  const isSet = ([, value]: [string, unknown]) => !(Array.isArray(value) && value.length === 0)
  const settings = Object.fromEntries(Object.entries(Object(scenario.settings)).filter(isSet))
  const problem = 'These data are too large for a link. Save a snapshot instead.'
  return encodeLink(SCENARIO, redactValue({ ...scenario, settings }), problem)
}

/**
 * Decodes the fragment of a link. Seeded users of a snapshot get their known passwords, all others the guest's.
 * @throws LinkError when it is malformed
 */
export const decodeScenario = (fragment: string): Promise<Scenario> =>
  decodeLink(SCENARIO, fragment, v.pipe(v.unknown(), v.transform(withPasswords), Scenario))

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

/** "1 user, 5 posts and 0 comments" */
export function describeCounts({ users, posts, comments }: MockState['counts']): string {
  return `${count(users, 'user')}, ${count(posts, 'post')} and ${count(comments, 'comment')}`
}

/** The users, posts and comments that a scenario consists of. */
export function describeData({ seed, snapshot }: Scenario): string {
  if (snapshot) {
    const { users, posts, comments } = snapshot
    return `a snapshot of ${describeCounts({
      users: users.length,
      posts: posts.length,
      comments: comments.length,
    })}`
  }
  if (typeof seed !== 'object') return seed === 'empty' ? 'no users and no posts' : 'the seed data'
  return `${seed.users} users and ${seed.posts} posts, generated from seed ${seed.seed ?? 1}`
}

const NAMES: Record<string, string> = {
  delay: 'Delay in ms',
  now: 'Time',
  idSeed: 'Id seed',
  defects: 'Planted defects',
}
const MAX_SHOWN = 60
const MAX_RULES = 5

/** Each setting that a scenario changes, in a line. The settings of other builds are unknown here. */
export function describeSettings({ settings }: Scenario): string[] {
  return Object.entries(Object(settings)).flatMap(([name, value]) => {
    const isRules = Array.isArray(value) && value.some((item) => typeof item === 'object')
    if (!isRules) return `${NAMES[name] ?? name}: ${[value].flat().join(', ').slice(0, MAX_SHOWN)}`
    const shown = value
      .slice(0, MAX_RULES)
      .map((rule) => describeRule(rule).slice(0, 2 * MAX_SHOWN))
    const more = value.length - shown.length
    return [...new Set(shown), ...(more > 0 ? [`and ${more} more ${name}`] : [])]
  })
}
