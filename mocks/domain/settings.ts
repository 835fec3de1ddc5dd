import type { Failure } from '../../src/contract/failures.ts'
import { timeAt } from '../../src/contract/now.ts'
import type { Override, Settings } from '../../src/contract/settings.ts'
import type { Host } from '../host.ts'
import type { Transaction } from '../store/transaction.ts'
import { pathApplies, type Route } from './rule-paths.ts'

const KEY = 'settings'

/** The effective settings: stored values, else the defaults. */
export async function readSettings(
  tx: Transaction,
  { delayMs }: Pick<Host, 'delayMs'>,
): Promise<Settings> {
  const changed = (await tx.getMeta(KEY)) as Partial<Settings> | undefined
  return { delay: delayMs, failures: [], overrides: [], defects: [], ...changed }
}

/** Settings to store; `null` removes one. */
type Changes = { [Name in keyof Settings]?: Settings[Name] | null }

/** The current time of a back end, in ms since 1970. */
export async function readTime(tx: Transaction): Promise<number> {
  const { now } = Object(await tx.getMeta(KEY)) as Partial<Settings>
  return timeAt(now, tx.place.now())
}

/** Stores the fields of `changes` only, so that defaults can change with the app. */
export async function changeSettings(tx: Transaction, changes: Changes): Promise<void> {
  const changed = { ...((await tx.getMeta(KEY)) as Partial<Settings>), ...changes }
  const left = Object.entries(changed).filter(([, value]) => value !== null)
  tx.putMeta(KEY, Object.fromEntries(left))
}

export function resetSettings(tx: Transaction): void {
  tx.putMeta(KEY, undefined)
}

export type Rule = Failure | Override

/** The failures and overrides for a request, whose route is undefined if the contract has none. */
export async function rulesFor(
  tx: Transaction,
  { failures, overrides }: Settings,
  request: Request,
  route?: Route,
): Promise<Rule[]> {
  const rules: Rule[] = []
  for (const rule of [...failures, ...overrides]) {
    if (!['*', request.method].includes(rule.method)) continue
    if (await pathApplies(tx, rule.path, request, route)) rules.push(rule)
  }
  return rules
}

/** The rules that apply to one request: one decides on the reply, another on its delay. */
export type ChosenRules = { reply?: ReplyRule; slow?: SlowFailure }

export type ReplyRule = Exclude<Rule, { kind: 'slow' }>
export type SlowFailure = Extract<Rule, { kind: 'slow' }>

/** The first rule for the reply and the first for its delay. A rule with a rate applies at random. */
export function chooseRules(rules: readonly Rule[], { random }: Host): ChosenRules {
  const chosen: ChosenRules = {}
  for (const rule of rules) {
    const isSlow = 'kind' in rule && rule.kind === 'slow'
    if (chosen[isSlow ? 'slow' : 'reply']) continue
    if ('rate' in rule && rule.rate !== undefined && random() >= rule.rate) continue
    Object.assign(chosen, isSlow ? { slow: rule } : { reply: rule })
  }
  return chosen
}

/**
 * Like {@link chooseRules}, but also counts the use: a rule is removed after it applied `times` times. Runs
 * in a write transaction, so that parallel requests share the count.
 */
export async function takeRules(
  tx: Transaction,
  host: Host,
  request: Request,
  route?: Route,
): Promise<ChosenRules> {
  const settings = await readSettings(tx, host)
  const chosen = chooseRules(await rulesFor(tx, settings, request, route), host)
  const counted = Object.values(chosen).filter(({ times }) => times)
  if (counted.length > 0) {
    const failures = countUse(settings.failures, counted)
    await changeSettings(tx, { failures, overrides: countUse(settings.overrides, counted) })
  }
  return chosen
}

function countUse<Kind extends Rule>(rules: readonly Kind[], used: readonly Rule[]): Kind[] {
  return rules.flatMap((rule) => {
    if (!used.includes(rule)) return [rule]
    const times = (rule.times ?? 0) - 1
    return times > 0 ? [{ ...rule, times }] : []
  })
}
