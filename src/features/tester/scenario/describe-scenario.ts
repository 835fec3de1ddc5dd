import { isAssignment } from '../../../contract/assignments.ts'
import type { MockState } from '../../../contract/controls.ts'
import { countDefects } from '../../../contract/count-defects.ts'
import { count } from '../../../ui/count.ts'
import { describeRule } from '../controls/rules.ts'
import type { Scenario } from './scenario-link.ts'

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

/** An assignment does not name its planted defects. */
function entryText(entry: unknown): string {
  const text = String(entry)
  return isAssignment(text) ? `${countDefects([text])}, not named` : text
}

/** Each setting that a scenario changes, in a line. The settings of other builds are unknown here. */
export function describeSettings({ settings }: Scenario): string[] {
  return Object.entries(Object(settings)).flatMap(([name, value]) => {
    const entries = name === 'defects' && Array.isArray(value) ? value.map(entryText) : value
    const isRules = Array.isArray(value) && value.some((item) => typeof item === 'object')
    if (!isRules)
      return `${NAMES[name] ?? name}: ${[entries].flat().join(', ').slice(0, MAX_SHOWN)}`
    const shown = value
      .slice(0, MAX_RULES)
      .map((rule) => describeRule(rule).slice(0, 2 * MAX_SHOWN))
    const more = value.length - shown.length
    return [...new Set(shown), ...(more > 0 ? [`and ${more} more ${name}`] : [])]
  })
}
