import type { Failure, Override, Settings } from '../../src/contract/settings.ts'
import type { Transaction } from '../data/transaction.ts'
import type { HostOptions } from '../server-options.ts'
import { pathApplies, type Route } from './rule-paths.ts'

/** The delay while neither host nor settings set one (R13.2). */
const DEFAULT_DELAY_MS = 400

const KEY = 'settings'

/** The effective settings: stored values, else the defaults. */
export async function readSettings(
  tx: Transaction,
  { delayMs = DEFAULT_DELAY_MS }: HostOptions,
): Promise<Settings> {
  const changed = (await tx.getMeta(KEY)) as Partial<Settings> | undefined
  return { delay: delayMs, failures: [], overrides: [], defects: [], ...changed }
}

/** Stores the fields of `changes` only, so that defaults can change with the app. */
export async function changeSettings(tx: Transaction, changes: Partial<Settings>): Promise<void> {
  tx.putMeta(KEY, { ...((await tx.getMeta(KEY)) as Partial<Settings>), ...changes })
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

/** The first rule that applies. A rule with a rate applies at random. */
export function applicableRule(rules: readonly Rule[], { random = Math.random }: HostOptions) {
  return rules.find(({ rate }: Rule & { rate?: number }) => rate === undefined || random() < rate)
}

/**
 * Like {@link applicableRule}, but also counts the use: a rule is removed after it applied `times` times. Runs
 * in a write transaction, so that parallel requests share the count.
 */
export async function takeRule(
  tx: Transaction,
  host: HostOptions,
  request: Request,
  route?: Route,
) {
  const settings = await readSettings(tx, host)
  const rule = applicableRule(await rulesFor(tx, settings, request, route), host)
  if (rule?.times) {
    const failures = countUse(settings.failures, rule)
    await changeSettings(tx, { failures, overrides: countUse(settings.overrides, rule) })
  }
  return rule
}

function countUse<Kind extends Rule>(rules: readonly Kind[], used: Rule): Kind[] {
  return rules.flatMap((rule) => {
    if (rule !== used) return [rule]
    const times = (rule.times ?? 0) - 1
    return times > 0 ? [{ ...rule, times }] : []
  })
}
