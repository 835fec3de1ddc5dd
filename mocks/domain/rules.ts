import type { Failure, Override, Settings } from '../../src/contract/settings.ts'
import type { Transaction } from '../data/transaction.ts'
import type { Host } from '../host.ts'
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

/** The first that strikes: one with a rate does so at random. */
export function striking(rules: readonly Rule[], { random = Math.random }: Host) {
  return rules.find(({ rate }: Rule & { rate?: number }) => rate === undefined || random() < rate)
}

/**
 * As {@link striking}, and counted: a rule with `times` is gone when it was used so often. In a
 * write transaction, so that requests at the same time use it up together.
 */
export async function takeRule(tx: Transaction, host: Host, request: Request, path?: string) {
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
