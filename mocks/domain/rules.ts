import type { Failure, Override, Settings } from '../../src/contract/settings.ts'
import type { Transaction } from '../data/transaction.ts'
import type { HostOptions } from '../server-options.ts'
import { changeSettings, readSettings } from './settings.ts'

export type Rule = Failure | Override

/** The failures and overrides for a request to `path`, a pattern of the contract if it is routed. */
export function rulesFor(
  { failures, overrides }: Settings,
  request: Request,
  path?: string,
): Rule[] {
  const here = ['*', path, new URL(request.url).pathname]
  return [...failures, ...overrides].filter(
    (rule) => ['*', request.method].includes(rule.method) && here.includes(rule.path),
  )
}

/** The first rule that applies. A rule with a rate applies at random. */
export function striking(rules: readonly Rule[], { random = Math.random }: HostOptions) {
  return rules.find(({ rate }: Rule & { rate?: number }) => rate === undefined || random() < rate)
}

/**
 * As {@link striking}, but also counts the use: a rule is removed after it applied `times` times. Runs
 * in a write transaction, so that parallel requests share the count.
 */
export async function takeRule(
  tx: Transaction,
  host: HostOptions,
  request: Request,
  path?: string,
) {
  const settings = await readSettings(tx, host)
  const rule = striking(rulesFor(settings, request, path), host)
  if (rule?.times) {
    const failures = spend(settings.failures, rule)
    await changeSettings(tx, { failures, overrides: spend(settings.overrides, rule) })
  }
  return rule
}

function spend<Kind extends Rule>(rules: readonly Kind[], used: Rule): Kind[] {
  return rules.flatMap((rule) => {
    if (rule !== used) return [rule]
    const times = (rule.times ?? 0) - 1
    return times > 0 ? [{ ...rule, times }] : []
  })
}
