import type { ServedCall } from '../src/contract/call.ts'
import { calls } from '../src/contract/calls.ts'
import { answer, type Route } from './answer.ts'
import { type Rule, rulesFor, striking, takeRule } from './domain/rules.ts'
import { readSettings } from './domain/settings.ts'
import { errorReply, ruleReply, unroutedReply } from './reply.ts'
import type { ServerOptions } from './server-options.ts'
import { Timing } from './timing.ts'

/**
 * Answer a request as the settings say, with `Server-Timing`. Without a route, and with no rule for
 * its path either, it is told so at once: there is nothing to simulate.
 */
export async function respond(
  server: ServerOptions,
  request: Request,
  route?: Route,
): Promise<Response> {
  const timing = new Timing()
  const response = await reply(server, request, timing, route).catch(errorReply)
  // That of `Response.error` are nobody's to change.
  if (response.type === 'error') return response
  response.headers.set('Server-Timing', String(timing))
  response.headers.set('X-Content-Type-Options', 'nosniff')
  return response
}

async function reply(
  server: ServerOptions,
  request: Request,
  timing: Timing,
  route?: Route,
): Promise<Response> {
  const { database } = server
  const call: ServedCall | undefined = route && calls[route.name]
  if (route && call?.control) return answer(server, route, request, timing)

  const settings = await database.readUnlocked((tx) => readSettings(tx, server), timing)
  const path = route?.name.split(' ')[1]
  const rules = rulesFor(settings, request, path)
  if (!route && rules.length === 0) return unroutedReply(request)

  async function work(): Promise<Response> {
    const rule = await ruleOf(rules)
    if (rule) return ruleReply(rule)
    return route ? answer(server, route, request, timing) : unroutedReply(request)
  }

  async function ruleOf(rules: Rule[]): Promise<Rule | undefined> {
    if (rules.every((rule) => rule.times === undefined)) return striking(rules, server)
    return database.write((tx) => takeRule(tx, server, request, path), timing)
  }

  // The delay is for data, not for files.
  timing.delay = call?.binary ? 0 : settings.delay
  // The delay and the work go side by side, so that the delay is the least an answer takes.
  const [response] = await Promise.all([
    work()
      .catch(errorReply)
      .finally(() => timing.endWork()),
    pause(timing.delay),
  ])
  return response
}

function pause(ms: number): Promise<void> | undefined {
  return ms > 0 ? new Promise((resolve) => setTimeout(resolve, ms)) : undefined
}
